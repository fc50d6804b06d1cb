import { databaseFunction, databaseTrigger, type DatabaseObject } from '../../database/databaseObject.ts'

/** Properties without a city are last. */
const cityKey = databaseFunction({
  name: 'city_key',
  parameters: 'city text',
  sql: `returns text language sql immutable parallel safe as $$
  select coalesce(nullif(lower(btrim(city)), ''), chr(1114109))
$$`,
})

const propertyKeysSet = databaseFunction({
  name: 'property_keys_set',
  sql: `returns trigger language plpgsql as $$
begin
  new.address_key := lead_address_key(new.address, new.street_number, new.street_name);
  new.owner_key := lead_owner_key(new.owner_name);
  new.city_key := city_key(new.city);
  return new;
end $$`,
})

/**
 * The keys that properties are sorted by. Under row-level security PostgreSQL does not use indexes on these functions for the
 * comparison with a cursor, so their results are columns.
 */
export const propertyKeys: DatabaseObject[] = [
  cityKey,
  propertyKeysSet,
  databaseTrigger(
    'keys_set',
    'before insert or update of address, street_number, street_name, owner_name, city',
    'properties',
    'for each row execute function property_keys_set()',
  ),
]
