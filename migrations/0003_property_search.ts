import { Migration } from '@mikro-orm/migrations'
import { isolate } from './0001_foundation.ts'

/**
 * Makes 100,000 properties fast to search and to draw on a map: the tokens of their addresses and owners, and the number of
 * properties in each map square. Triggers on `properties` maintain both, so that every write, including bulk loads, updates
 * them in the same transaction.
 */
export class PropertySearch extends Migration {
  override up(): void {
    for (const sql of [searchText, mapSquares]) this.addSql(sql)
    for (const table of ['property_words', 'property_cells']) this.addSql(isolate(table))
    this.addSql(grants)
  }
}

// `words` is ' 1018 w 12th sample st ', which a scan of the newest properties matches with LIKE. `property_words` has a row
// for each token, for the lookup of rare tokens. words_of must split texts as `tokenize` in domain/addresses/text.ts does.
const searchText = `
create function words_of(p_text text) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(regexp_replace(lower(normalize(p_text, NFKD)),
    '[\\u0300-\\u036f''’.]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')) || ' ' $$;
alter table properties add column words text collate "C" not null generated always as (
  words_of(address || ' ' || coalesce(city, '') || ' ' || coalesce(zip_code, '') || ' ' || coalesce(owner_name, ''))
) stored;
create table property_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  property_id uuid not null,
  primary key (tenant_id, word, property_id)
);
insert into property_words
select distinct p.tenant_id, w.word, p.id from properties p cross join string_to_table(btrim(p.words), ' ') w (word)
where w.word <> '';

create function properties_words_added() returns trigger language plpgsql as $$
begin
  insert into property_words
  select distinct p.tenant_id, w.word, p.id from added p cross join string_to_table(btrim(p.words), ' ') w (word)
  where w.word <> '';
  return null;
end $$;
create function properties_words_changed() returns trigger language plpgsql as $$
begin
  delete from property_words w where w.tenant_id = old.tenant_id and w.property_id = old.id
    and w.word in (select string_to_table(btrim(old.words), ' '));
  insert into property_words
  select distinct new.tenant_id, w.word, new.id from string_to_table(btrim(new.words), ' ') w (word) where w.word <> '';
  return null;
end $$;
create function properties_words_removed() returns trigger language plpgsql as $$
begin
  delete from property_words w
  using (select p.tenant_id, p.id, string_to_table(btrim(p.words), ' ') as word from removed p) gone
  where w.tenant_id = gone.tenant_id and w.word = gone.word and w.property_id = gone.id;
  return null;
end $$;
create trigger words_added after insert on properties referencing new table as added
  for each statement execute function properties_words_added();
create trigger words_changed after update of address, city, zip_code, owner_name on properties
  for each row when (old.words is distinct from new.words) execute function properties_words_changed();
create trigger words_removed after delete on properties referencing old table as removed
  for each statement execute function properties_words_removed();
`

// A square at level n is a tile of zoom n, and its number is the leading bits of the cell. Only even levels are stored; a
// square of an odd level is the sum of four. The nil uuid as rep_id counts the properties of all reps. The sums of the
// coordinates give the center of a cluster; they are integers, in millionths of a degree, so that they stay exact.
const mapSquares = `
create table property_cells (
  tenant_id uuid not null,
  rep_id uuid not null,
  level smallint not null,
  square bigint not null,
  houses integer not null,
  lat_sum bigint not null,
  lng_sum bigint not null,
  primary key (tenant_id, rep_id, level, square)
);
create index properties_assigned_cell on properties (tenant_id, assigned_to, cell);
create type house_change as (tenant_id uuid, rep_id uuid, cell bigint, lat float8, lng float8, houses integer);
create function count_houses(p_changes house_change[]) returns void language sql as $$
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
    lat_sum = c.lat_sum + excluded.lat_sum, lng_sum = c.lng_sum + excluded.lng_sum $$;
select count_houses(array_agg((tenant_id, assigned_to, cell, lat, lng, 1)::house_change)) from properties;

create function properties_counted() returns trigger language plpgsql as $$
begin
  perform count_houses(array_agg((p.tenant_id, p.assigned_to, p.cell, p.lat, p.lng,
    case tg_op when 'INSERT' then 1 else -1 end)::house_change)) from touched p;
  return null;
end $$;
create function property_recounted() returns trigger language plpgsql as $$
begin
  perform count_houses(array[(old.tenant_id, old.assigned_to, old.cell, old.lat, old.lng, -1)::house_change,
    (new.tenant_id, new.assigned_to, new.cell, new.lat, new.lng, 1)::house_change]);
  return null;
end $$;
create trigger houses_added after insert on properties referencing new table as touched
  for each statement execute function properties_counted();
create trigger houses_removed after delete on properties referencing old table as touched
  for each statement execute function properties_counted();
create trigger houses_moved after update of assigned_to, cell, lat, lng on properties for each row
  when (old.assigned_to is distinct from new.assigned_to or old.cell <> new.cell or old.lat <> new.lat or old.lng <> new.lng)
  execute function property_recounted();
`

const grants = `
grant select, insert, update, delete on property_words, property_cells to porchlight_tenant, porchlight_maintenance;
grant select on property_words, property_cells to porchlight_platform;
`
