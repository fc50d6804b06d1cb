import { databaseFunction } from '../../database/databaseObject.ts'

/** A reader of an event may see the name of the API key that was used, and nothing else of the key. */
export const apiKeysNamed = databaseFunction({
  name: 'api_keys_named',
  parameters: 'p_ids uuid[]',
  owner: 'porchlight_platform',
  callers: ['porchlight_tenant', 'porchlight_platform'],
  sql: `returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.name from api_keys k where k.id = any(p_ids)
$$`,
})
