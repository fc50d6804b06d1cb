import { databaseFunction, databaseTrigger, type DatabaseObject } from '../../database/databaseObject.ts'

/** Street, then house number as a number, then the whole address. */
const leadAddressKey = databaseFunction({
  name: 'lead_address_key',
  parameters: 'address text, street_number text, street_name text',
  sql: `returns text
language sql immutable parallel safe as $$
  select lower(
    coalesce(nullif(btrim(street_name), ''), regexp_replace(address, '^\\s*\\d+\\S*\\s*', ''))
    || ' ' || lpad(left(coalesce(substring(street_number from '\\d+'), substring(address from '^\\s*(\\d+)'), ''), 12), 12, '0')
    || ' ' || address)
$$`,
})

/** Unknown owners are last. */
const leadOwnerKey = databaseFunction({
  name: 'lead_owner_key',
  parameters: 'owner_name text',
  sql: `returns text language sql immutable parallel safe as $$
  select coalesce(nullif(lower(btrim(owner_name)), ''), chr(1114109))
$$`,
})

const leadKeysSet = databaseFunction({
  name: 'lead_keys_set',
  sql: `returns trigger language plpgsql as $$
begin
  -- FOR SHARE waits for a concurrent change of the property's address or owner.
  select lead_address_key(p.address, p.street_number, p.street_name), lead_owner_key(p.owner_name)
  into new.address_key, new.owner_key
  from properties p where p.tenant_id = new.tenant_id and p.id = new.property_id for share;
  new.address_key := coalesce(new.address_key, '');
  new.owner_key := coalesce(new.owner_key, '');
  return new;
end $$`,
})

const leadKeysFollow = databaseFunction({
  name: 'lead_keys_follow',
  sql: `returns trigger language plpgsql as $$
begin
  update leads set address_key = lead_address_key(new.address, new.street_number, new.street_name),
    owner_key = lead_owner_key(new.owner_name)
  where tenant_id = new.tenant_id and property_id = new.id;
  return null;
end $$`,
})

/** Each lead has copies of the sort keys of its property's address and owner. */
export const leadKeys: DatabaseObject[] = [
  leadAddressKey,
  leadOwnerKey,
  leadKeysSet,
  leadKeysFollow,
  databaseTrigger('keys_set', 'before insert', 'leads', 'for each row execute function lead_keys_set()'),
  databaseTrigger(
    'lead_keys_follow',
    'after update of address, street_number, street_name, owner_name',
    'properties',
    `for each row when (old.address is distinct from new.address or old.street_number is distinct from new.street_number
      or old.street_name is distinct from new.street_name or old.owner_name is distinct from new.owner_name)
    execute function lead_keys_follow()`,
  ),
]
