import { databaseFunction, databaseTrigger, type DatabaseObject } from '../../database/databaseObject.ts'

/** Splits texts as `tokenize` does. */
const wordsOf = databaseFunction({
  name: 'words_of',
  parameters: 'p_text text',
  sql: `returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(regexp_replace(lower(normalize(p_text, NFKD)),
    '[\\u0300-\\u036f''’.]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')) || ' ' $$`,
})

const propertiesWordsAdded = databaseFunction({
  name: 'properties_words_added',
  sql: `returns trigger language plpgsql as $$
declare
  v_words property_words[] := (select array_agg(distinct (p.tenant_id, w.word, p.id)::property_words)
    from added p cross join string_to_table(btrim(p.words), ' ') w (word) where w.word <> '');
begin
  insert into property_words select * from unnest(v_words);
  return null;
end $$`,
})

const propertiesWordsChanged = databaseFunction({
  name: 'properties_words_changed',
  sql: `returns trigger language plpgsql as $$
declare
  v_words text[] := array(select distinct w.word from string_to_table(btrim(new.words), ' ') w (word) where w.word <> '');
begin
  delete from property_words w where w.tenant_id = old.tenant_id and w.property_id = old.id
    and w.word = any(string_to_array(btrim(old.words), ' '));
  insert into property_words select new.tenant_id, w, new.id from unnest(v_words) w;
  return null;
end $$`,
})

const propertiesWordsRemoved = databaseFunction({
  name: 'properties_words_removed',
  sql: `returns trigger language plpgsql as $$
declare
  v_tenant uuid;
  v_ids uuid[];
begin
  for v_tenant, v_ids in select p.tenant_id, array_agg(p.id) from removed p group by 1 order by 1 loop
    delete from property_words w where w.tenant_id = v_tenant and w.property_id = any(v_ids);
  end loop;
  return null;
end $$`,
})

/**
 * The words of each tenant in a statement of its own, which names the tenant. The lock keeps words that are found in the dictionary from being
 * removed before the transaction ends (`lockWordParts`); those who add words do not wait for each other.
 */
const addWordParts = databaseFunction({
  name: 'add_word_parts',
  sql: `returns trigger language plpgsql as $$
declare
  v_tenant uuid;
  v_words text[];
begin
  for v_tenant, v_words in select a.tenant_id, array_agg(distinct a.word) from added a group by 1 order by 1 loop
    perform pg_advisory_xact_lock_shared(hashtextextended('word parts ' || v_tenant, 0));
    -- LIMIT makes the planner use one index lookup per word.
    v_words := array(select w.word from unnest(v_words) w (word)
      left join lateral (select true as known from word_parts d
        where d.tenant_id = v_tenant and d.part = left(w.word, 60) and d.word = w.word limit 1) d on true
      where d.known is null);
    insert into word_parts
    select v_tenant, substr(w.word, i, 60), w.word from unnest(v_words) w (word)
    cross join lateral generate_series(1, length(w.word)) i
    order by 1, 2, 3
    on conflict do nothing;
  end loop;
  return null;
end $$`,
})

/**
 * The tokens of the addresses and owners of properties, which every write, including bulk loads, keeps in the same transaction, and the
 * dictionary of their endings. Words stay in the dictionary when their last property is deleted or gets others: they then find nothing.
 * Forgetting a household removes them (`api/records/wordParts.ts`).
 */
export const searchWords: DatabaseObject[] = [
  wordsOf,
  propertiesWordsAdded,
  propertiesWordsChanged,
  propertiesWordsRemoved,
  addWordParts,
  databaseTrigger(
    'words_added',
    'after insert',
    'properties',
    'referencing new table as added for each statement execute function properties_words_added()',
  ),
  databaseTrigger(
    'words_changed',
    'after update of address, city, zip_code, owner_name',
    'properties',
    'for each row when (old.words is distinct from new.words) execute function properties_words_changed()',
  ),
  databaseTrigger(
    'words_removed',
    'after delete',
    'properties',
    'referencing old table as removed for each statement execute function properties_words_removed()',
  ),
  databaseTrigger(
    'word_parts_added',
    'after insert',
    'property_words',
    'referencing new table as added for each statement execute function add_word_parts()',
  ),
]
