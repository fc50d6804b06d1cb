import type pg from 'pg'
import { periodContaining } from '../api/domain/periods.ts'
import type { TestTenant } from '../tests/support/testTenant.ts'

/** The time zone of the tenants that `createTestTenant` creates. */
export const timeZone = 'America/Indiana/Indianapolis'

/**
 * Appends events of the current month in chronological order, recorded when they occurred: 17 knocks for every 2 leads
 * and 1 property.
 */
export async function fillMonth(client: pg.Client, testTenant: TestTenant, events: number): Promise<void> {
  const { from } = periodContaining('month', new Date(), timeZone)
  const days = Math.max(1, Math.floor((Date.now() - from.getTime()) / 86_400_000))
  const batch = Math.min(events, 10_000)
  for (let done = 0; done < events; done += batch) {
    await client.query('begin; set local role porchlight_maintenance')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [testTenant.tenantId])
    await client.query(
      `select append_dated_activity($1, (
         select jsonb_agg(jsonb_build_object(
           'event_id', gen_random_uuid(), 'schema_version', 1, 'occurred_at', at, 'recorded_at', at,
           'actor_id', rep, 'real_role', 'sales_rep', 'acting_role', 'sales_rep', 'request_id', gen_random_uuid(),
           'type', case when n % 20 < 17 then 'DoorKnocked' when n % 20 < 19 then 'LeadCreated' else 'PropertySaved' end,
           'data', jsonb_build_object('repId', rep, 'propertyId', gen_random_uuid(), 'neighborhood', 'Sample Park') ||
             case when n % 20 < 17 then '{"outcome": "nobody_home", "sessionId": null}'::jsonb
                  when n % 20 < 19 then jsonb_build_object('leadId', gen_random_uuid(), 'tag', 'gutter', 'priority', 'normal')
                  else '{"tags": [], "priority": "normal"}'::jsonb end) order by n)
         from (select n, ($4::uuid[])[1 + (random() * 15)::int] as rep,
             least(now(), $3::timestamptz + floor(share) * interval '1 day' + interval '9 hours' + (share - floor(share)) * interval '10 hours') as at
           from generate_series($5::int + 1, $5::int + $2::int) n, lateral (select (n - 1)::float8 * $6 / $7 as share) s) made))`,
      [testTenant.tenantId, batch, from, testTenant.reps.map(({ id }) => id), done, days, events],
    )
    await client.query('commit')
  }
  await client.query('vacuum analyze')
}
