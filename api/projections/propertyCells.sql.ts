import { databaseFunction, databaseTrigger, type DatabaseObject } from '../database/databaseObject.ts'

const countPropertyCells = databaseFunction({
  name: 'count_houses',
  parameters: 'p_changes house_change[]',
  sql: `returns void language plpgsql as $$
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
end $$`,
})

const propertiesCounted = databaseFunction({
  name: 'properties_counted',
  sql: `returns trigger language plpgsql as $$
begin
  perform count_houses(array_agg((p.tenant_id, p.assigned_to, p.cell, p.lat, p.lng,
    case tg_op when 'INSERT' then 1 else -1 end)::house_change)) from touched p;
  return null;
end $$`,
})

const propertyRecounted = databaseFunction({
  name: 'property_recounted',
  sql: `returns trigger language plpgsql as $$
begin
  perform count_houses(array[(old.tenant_id, old.assigned_to, old.cell, old.lat, old.lng, -1)::house_change,
    (new.tenant_id, new.assigned_to, new.cell, new.lat, new.lng, 1)::house_change]);
  return null;
end $$`,
})

/**
 * The number of properties in each map square. A square at level n is a tile of zoom n, and its number is the leading bits of the cell.
 * Only even levels are stored; a square of an odd level is the sum of four. The sums of the coordinates give the center of a cluster;
 * they are integers, in millionths of a degree, so that they stay exact.
 */
export const propertyCells: DatabaseObject[] = [
  countPropertyCells,
  propertiesCounted,
  propertyRecounted,
  databaseTrigger(
    'houses_added',
    'after insert',
    'properties',
    'referencing new table as touched for each statement execute function properties_counted()',
  ),
  databaseTrigger(
    'houses_removed',
    'after delete',
    'properties',
    'referencing old table as touched for each statement execute function properties_counted()',
  ),
  databaseTrigger(
    'houses_moved',
    'after update of assigned_to, cell, lat, lng',
    'properties',
    'for each row when (old.assigned_to is distinct from new.assigned_to or old.cell <> new.cell or old.lat <> new.lat or old.lng <> new.lng) execute function property_recounted()',
  ),
]
