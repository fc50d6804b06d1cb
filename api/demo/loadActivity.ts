import type { ClientBase } from 'pg'
import type { TenantPlan } from './activity/plan.ts'

/** Rows that are sent to the database at a time. */
const batch = 4_000

const tables = ['properties', 'property_tags', 'leads', 'knock_sessions', 'knocks'] as const

/**
 * Writes what happened in one tenant, in the caller's transaction: the rows as they stand, and the events through the
 * log's own append function, so that positions, hashes and projections come about as they always do.
 */
export async function loadActivity(client: ClientBase, plan: TenantPlan): Promise<void> {
  await client.query('set local role porchlight_maintenance')
  await client.query(`select set_config('app.tenant_id', $1, true)`, [plan.tenantId])
  for (const table of tables) {
    const columns = Object.keys(plan[table][0] ?? {}).join(', ')
    for (const part of parts<object>(plan[table]))
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(part)],
      )
  }
  for (const part of parts(plan.events)) {
    const { rows } = await client.query<{ refused: string }>(
      `select count(*) as refused from append_activity($1, $2) where outcome <> 'appended'`,
      [plan.tenantId, JSON.stringify(part)],
    )
    if (rows[0]!.refused !== '0') throw new Error('The demo plan names an event twice')
  }
  await client.query('reset role')
}

function* parts<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += batch) yield list.slice(at, at + batch)
}
