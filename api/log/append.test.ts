import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connectToNodeOf } from '../../tests/support/databaseNodes.ts'
import { createTestTenant, type TestTenant } from '../../tests/support/testTenant.ts'

let test: TestDatabase
let tenant: TestTenant
let client: pg.Client

beforeAll(async () => {
  test = await createTestDatabase()
  tenant = await createTestTenant(test.ownerUrl, { reps: 1, propertiesPerRep: 0 })
  client = await connectToNodeOf(test.ownerUrl, tenant.tenantId)
}, 60_000)
afterAll(async () => {
  await client.end()
  await test.close()
})

const batchSize = 500

async function append(): Promise<void> {
  await client.query({
    name: 'append',
    text: `select outcome from append_activity($1, (select jsonb_agg(jsonb_build_object('event_id', gen_random_uuid(),
        'type', 'DataExported', 'schema_version', 1, 'data', '{}'::jsonb, 'occurred_at', now(), 'actor_id', $2::text,
        'request_id', gen_random_uuid()))
      from generate_series(1, $3)))`,
    values: [tenant.tenantId, tenant.owner.id, batchSize],
  })
}

it('looks up each event id once before and after, also with plans that were made for an empty log', async () => {
  await client.query('begin')
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenant.tenantId])
  for (let batch = 0; batch < 4; batch += 1) await append()
  // The counters of the view are those of the transaction. On a cluster the rows are in shards, which the engine hides from others.
  await client.query(`select set_config('citus.show_shards_for_app_name_prefixes', '*', true)`)
  const { rows } = await client.query<{ entries: number; inserted: number }>(
    `select sum(seq_tup_read + idx_tup_fetch)::int as entries, sum(n_tup_ins)::int as inserted
     from pg_stat_xact_user_tables where relname ~ '^activity_events(_[0-9]+)?$'`,
  )
  await client.query('commit')
  expect(rows[0]!.inserted).toBe(4 * batchSize)
  // The log is read once for the answer, and neither all of it nor all events of the actor.
  expect(rows[0]!.entries).toBeLessThanOrEqual(2 * 4 * batchSize)
})
