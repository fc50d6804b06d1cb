import type { ClientBase } from 'pg'
import type { TenantPlan } from './plan.ts'

/** Tables in the order of their foreign keys. */
const tables = ['properties', 'property_tags', 'leads', 'knock_sessions', 'knocks'] as const
const eventBatchSize = 4_000
/** The number of events after which the log is analyzed. */
const firstBatchSize = 500

/**
 * Writes the plans in the caller's transaction. Rows are inserted directly; events go through `append_dated_activity`, which
 * applies the projections. Uses the maintenance role, the only one that may set `recorded_at`. The tenants and users must
 * exist already.
 */
export async function loadActivity(client: ClientBase, plans: TenantPlan[]): Promise<{ events: number }> {
  await client.query('set local role porchlight_maintenance')
  for (const plan of plans) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [plan.tenantId])
    for (const table of tables) await insertRows(client, table, plan[table])
    await append(client, plan, 0, firstBatchSize)
    if (plan === plans[0]) await analyzeLog(client)
    for (let start = firstBatchSize; start < plan.events.length; start += eventBatchSize)
      await append(client, plan, start, start + eventBatchSize)
  }
  await client.query('set local role none')
  return { events: plans.reduce((sum, plan) => sum + plan.events.length, 0) }
}

function append(client: ClientBase, { tenantId, events }: TenantPlan, start: number, end: number) {
  const batch = JSON.stringify(events.slice(start, end))
  return client.query('select append_dated_activity($1, $2)', [tenantId, batch])
}

/** Without statistics, the projections are planned for an empty log, and their time grows with the square of the events. */
async function analyzeLog(client: ClientBase): Promise<void> {
  await client.query('set local role none')
  await client.query('analyze activity_events')
  await client.query('set local role porchlight_maintenance')
}

async function insertRows(client: ClientBase, table: (typeof tables)[number], rows: object[]): Promise<void> {
  if (rows.length === 0) return
  // The columns come from the row type; other columns keep their defaults.
  const columns = Object.keys(rows[0]!).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}
