import { Migration } from '@mikro-orm/migrations'

/**
 * The functions of triggers and projections in the form that a distributed database can plan: statements on tenant tables are
 * in PL/pgSQL functions, name the tenant with a variable, and do not read the transition tables of a trigger.
 */
export class DistributableFunctions extends Migration {
  override up(): void {
    this.addSql(functions)
  }
}

const functions = `
create or replace function count_houses(p_changes house_change[]) returns void language plpgsql as $$
begin
  insert into property_cells as c (tenant_id, rep_id, level, square, houses, lat_sum, lng_sum)
  select h.tenant_id, rep.id, level, h.cell >> (44 - 2 * level), sum(h.houses),
    sum(h.houses * round(h.lat * 1e6)), sum(h.houses * round(h.lng * 1e6))
  from unnest(p_changes) h
  cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (h.rep_id)) rep (id)
  cross join generate_series(0, 18, 2) level
  where rep.id is not null
  group by h.tenant_id, rep.id, level, h.cell >> (44 - 2 * level)
  -- The same order in every transaction, so that concurrent saves cannot deadlock.
  order by 1, 2, 3, 4
  on conflict (tenant_id, rep_id, level, square) do update set houses = c.houses + excluded.houses,
    lat_sum = c.lat_sum + excluded.lat_sum, lng_sum = c.lng_sum + excluded.lng_sum;
end $$;
create or replace function properties_words_added() returns trigger language plpgsql as $$
declare
  v_words property_words[] := (select array_agg(distinct (p.tenant_id, w.word, p.id)::property_words)
    from added p cross join string_to_table(btrim(p.words), ' ') w (word) where w.word <> '');
begin
  insert into property_words select * from unnest(v_words);
  return null;
end $$;
create or replace function properties_words_removed() returns trigger language plpgsql as $$
declare
  v_tenant uuid;
  v_ids uuid[];
begin
  for v_tenant, v_ids in select p.tenant_id, array_agg(p.id) from removed p group by 1 order by 1 loop
    delete from property_words w where w.tenant_id = v_tenant and w.property_id = any(v_ids);
  end loop;
  return null;
end $$;
create or replace function properties_words_changed() returns trigger language plpgsql as $$
declare
  v_words text[] := array(select distinct w.word from string_to_table(btrim(new.words), ' ') w (word) where w.word <> '');
begin
  delete from property_words w where w.tenant_id = old.tenant_id and w.property_id = old.id
    and w.word = any(string_to_array(btrim(old.words), ' '));
  insert into property_words select new.tenant_id, w, new.id from unnest(v_words) w;
  return null;
end $$;
-- The words of each tenant in a statement of its own, which names the tenant.
create or replace function add_word_parts() returns trigger language plpgsql as $$
declare
  v_tenant uuid;
  v_words text[];
begin
  for v_tenant, v_words in select a.tenant_id, array_agg(distinct a.word) from added a group by 1 order by 1 loop
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
end $$;
create or replace function last_standing_knocks(p_houses uuid[], p_statuses jsonb)
returns table (property_id uuid, status text) language plpgsql rows 5 as $$
declare
  v_tenant uuid := current_tenant();
begin
  return query
  select h.id, p_statuses->>o.outcome from unnest(p_houses) as h (id)
  -- LIMIT makes the planner use one index lookup per property, even while few knocks make a scan look cheaper.
  cross join lateral (select k.outcome from knocks k
    where k.tenant_id = v_tenant and k.property_id = h.id and k.withdrawn_at is null
      and p_statuses->>k.outcome is not null
    order by k.occurred_at desc, k.event_id desc limit 1) o;
end $$;
-- The outcome that the knock was logged with.
create function knock_outcome(p_tenant uuid, p_knock uuid) returns text language plpgsql stable as $$
begin
  return (select k.data->>'outcome' from activity_events k where k.tenant_id = p_tenant and k.event_id = p_knock);
end $$;
`
