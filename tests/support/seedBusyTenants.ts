import type { ClientBase } from 'pg'

/**
 * Inserts tenants with five users and a month of usage, with the rows that the projections would have: six event types
 * an hour on each of 30 days.
 */
export async function seedBusyTenants(client: ClientBase, count: number, hoursADay: number): Promise<void> {
  await client.query(
    `with made as (
       insert into tenants (id, name, company_name)
       select gen_random_uuid(), 'Sample Tenant ' || n, 'Sample Company ' || n from generate_series(1, $1::int) n returning id
     ), people as (
       insert into users (id, email, email_key, full_name, role, tenant_id, password_hash, status)
       select gen_random_uuid(), key, key, 'Sample Person', 'sales_rep', id, 'none', 'active'
       from (select id, gen_random_uuid() || '@example.invalid' as key from made, generate_series(1, 5)) p
     ), hours as (
       insert into usage_hours (tenant_id, type, hour, events, quantity, cost_micros, call_micros)
       select id, type, date_trunc('hour', now(), 'UTC') - day * interval '24 hours' - (h - 1) * interval '1 hour', 10, 10, 1000, 1000
       from made, generate_series(0, 29) day, generate_series(1, $2::int) h,
         unnest(array['DoorKnocked', 'LeadCreated', 'LeadStatusChanged', 'MapLoaded', 'ParcelLookedUp', 'PropertySaved']) type
       returning tenant_id, hour
     )
     insert into property_cells (tenant_id, rep_id, level, square, houses, lat_sum, lng_sum)
     select id, '00000000-0000-0000-0000-000000000000', 0, 0, 2000, 0, 0 from made`,
    [count, hoursADay],
  )
  await client.query(
    `insert into usage_days (tenant_id, day, api_calls, map_loads, regrid_lookups, cost_micros)
     select tenant_id, (hour at time zone 'UTC')::date, sum(events), coalesce(sum(quantity) filter (where type = 'MapLoaded'), 0),
       coalesce(sum(quantity) filter (where type = 'ParcelLookedUp'), 0), sum(cost_micros + call_micros)
     from usage_hours group by 1, 2 on conflict do nothing`,
  )
  await client.query(
    `insert into activity_heads select tenant_id, sum(events), '' from usage_hours group by 1 on conflict do nothing`,
  )
  await client.query('analyze')
}
