import { databaseFunction } from '../../database/databaseObject.ts'

/**
 * The names of people who left the tenant, were deleted or belong to the platform, whose rows the policies hide. The email address
 * only for the account's own tenant and the platform.
 */
export const peopleNamed = databaseFunction({
  name: 'people_named',
  parameters: 'p_ids uuid[]',
  owner: 'porchlight_platform',
  callers: ['porchlight_tenant', 'porchlight_platform'],
  sql: `returns table (id uuid, full_name text, email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.full_name,
    case when u.deleted_at is null and (current_tenant() is null or u.tenant_id = current_tenant()) then u.email else '' end
  from users u where u.id = any(p_ids)
$$`,
})
