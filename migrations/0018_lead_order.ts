import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes for every order of the list of leads. Address and owner belong to the property, so their sort keys are copied to
 * each lead.
 */
export class LeadOrder extends Migration {
  override up(): void {
    // As they were then: the rows are filled by them.
    this.addSql(`
create function lead_address_key(address text, street_number text, street_name text) returns text
language sql immutable parallel safe as $$
  select lower(
    coalesce(nullif(btrim(street_name), ''), regexp_replace(address, '^\\s*\\d+\\S*\\s*', ''))
    || ' ' || lpad(left(coalesce(substring(street_number from '\\d+'), substring(address from '^\\s*(\\d+)'), ''), 12), 12, '0')
    || ' ' || address)
$$;
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
