import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes for every order of the list of leads. Address and owner belong to the property, so their sort keys are copied to
 * each lead by triggers, as the search text is (migration 0004b).
 */
export class LeadOrder extends Migration {
  override up(): void {
    this.addSql(`
-- Street, then house number as a number, then the whole address.
create function lead_address_key(address text, street_number text, street_name text) returns text
language sql immutable parallel safe as $$
  select lower(
    coalesce(nullif(btrim(street_name), ''), regexp_replace(address, '^\\s*\\d+\\S*\\s*', ''))
    || ' ' || lpad(left(coalesce(substring(street_number from '\\d+'), substring(address from '^\\s*(\\d+)'), ''), 12), 12, '0')
    || ' ' || address)
$$;
-- Unknown owners are last.
create function lead_owner_key(owner_name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(lower(btrim(owner_name)), ''), chr(1114109))
$$;

-- The policies apply to the owner of the tables too, and no tenant is set here.
alter table properties no force row level security;
alter table leads no force row level security;
alter table leads add column address_key text collate "C" not null default '',
  add column owner_key text collate "C" not null default '';
update leads l set address_key = lead_address_key(p.address, p.street_number, p.street_name),
  owner_key = lead_owner_key(p.owner_name)
from properties p where p.tenant_id = l.tenant_id and p.id = l.property_id;
alter table properties force row level security;
alter table leads force row level security;

create function lead_keys_set() returns trigger language plpgsql as $$
begin
  -- FOR SHARE waits for a concurrent change of the property's address or owner.
  select lead_address_key(p.address, p.street_number, p.street_name), lead_owner_key(p.owner_name)
  into new.address_key, new.owner_key
  from properties p where p.tenant_id = new.tenant_id and p.id = new.property_id for share;
  new.address_key := coalesce(new.address_key, '');
  new.owner_key := coalesce(new.owner_key, '');
  return new;
end $$;
create trigger keys_set before insert on leads for each row execute function lead_keys_set();

create function lead_keys_follow() returns trigger language plpgsql as $$
begin
  update leads set address_key = lead_address_key(new.address, new.street_number, new.street_name),
    owner_key = lead_owner_key(new.owner_name)
  where tenant_id = new.tenant_id and property_id = new.id;
  return null;
end $$;
create trigger lead_keys_follow after update of address, street_number, street_name, owner_name on properties
  for each row when ((old.address, old.street_number, old.street_name, old.owner_name)
    is distinct from (new.address, new.street_number, new.street_name, new.owner_name))
  execute function lead_keys_follow();

create index leads_updated on leads (tenant_id, updated_at, id);
create index leads_address on leads (tenant_id, address_key, id);
create index leads_owner on leads (tenant_id, owner_key, id);
create index leads_tag on leads (tenant_id, tag, id);
create index leads_priority on leads (tenant_id, (case priority when 'normal' then 0 else 1 end), id);
create index leads_status on leads
  (tenant_id, (case status when 'new' then 0 when 'contacted' then 1 else 2 end), id);
`)
  }
}
