import { databaseFunction, databaseTrigger, type DatabaseObject } from '../../database/databaseObject.ts'

const leadWordsSet = databaseFunction({
  name: 'lead_words_set',
  sql: `returns trigger language plpgsql as $$
begin
  -- FOR SHARE waits for a concurrent change of the property's address or owner.
  select p.words into new.words from properties p where p.tenant_id = new.tenant_id and p.id = new.property_id for share;
  new.words := coalesce(new.words, '');
  return new;
end $$`,
})

const leadWordsFollow = databaseFunction({
  name: 'lead_words_follow',
  sql: `returns trigger language plpgsql as $$
begin
  update leads set words = new.words where tenant_id = new.tenant_id and property_id = new.id;
  return null;
end $$`,
})

/** Each lead has a copy of its property's words, so that a search for leads does not join properties. */
export const leadWords: DatabaseObject[] = [
  leadWordsSet,
  leadWordsFollow,
  databaseTrigger('words_set', 'before insert', 'leads', 'for each row execute function lead_words_set()'),
  databaseTrigger(
    'lead_words_follow',
    'after update of address, city, zip_code, owner_name',
    'properties',
    'for each row when (old.words is distinct from new.words) execute function lead_words_follow()',
  ),
]
