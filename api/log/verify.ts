import type { ClientBase } from 'pg'
import { projections, projectionTables } from '../projections/all.ts'
import { columnList } from '../projections/projection.ts'
import { fillFromLog, runAsMaintenance, scratchTable } from '../projections/rebuild.ts'

/** The result of verifying the log of one tenant. `faults` is empty if the log and the projections are intact. */
export interface LogVerification {
  tenantId: string
  events: number
  faults: string[]
}

/**
 * Recomputes the hash chain of the tenant's log, checks its positions for gaps, and compares every projection with a
 * rebuild, row by row. Changes nothing. If `reader`, a second connection, is given, it loads the stored projections into
 * PostgreSQL's cache in parallel.
 */
export async function verifyLog(
  client: ClientBase,
  tenantId: string,
  reader: ClientBase | null = null,
): Promise<LogVerification> {
  // Both must have ended before the caller uses the connections again.
  const [verification, loading] = await Promise.allSettled([
    compareWithRebuild(client, tenantId),
    reader && loadProjections(reader, tenantId),
  ])
  if (verification.status === 'rejected') throw verification.reason
  if (loading.status === 'rejected') throw loading.reason
  return verification.value
}

function compareWithRebuild(client: ClientBase, tenantId: string): Promise<LogVerification> {
  // Repeatable read, because the log and the projections are consistent only within one snapshot.
  return runAsMaintenance(client, tenantId, 'isolation level repeatable read', async () => {
    const faults: string[] = []
    await readAhead(client, tenantId)
    const { rows } = await client.query<{
      events: string
      broken: string | null
      gap: string | null
      body: string | null
    }>(
      `select count(*) as events, min(position) filter (where hash <> chained) as broken,
         min(position) filter (where position <> place) as gap, min(position) filter (where fingerprint <> body) as body
       from (
         select e.position, e.hash, e.fingerprint, row_number() over w as place,
           activity_fingerprint(e.type, e.data) as body, activity_chain('', activity_digest(row(e.*)::activity_events)) over w as chained
         from activity_events e where e.tenant_id = $1 window w as (order by e.position)) checked`,
      [tenantId],
    )
    const { events, broken, gap, body } = rows[0]!
    if (gap) faults.push(`positions have a gap before ${gap}`)
    if (broken) faults.push(`the hash chain breaks at position ${broken}`)
    if (body) faults.push(`the payload at position ${body} was changed after it was appended`)
    const { rows: heads } = await client.query(
      `select h.position, e.hash = h.hash as same from activity_heads h
       left join activity_events e on e.tenant_id = $1 and e.position = h.position where h.tenant_id = $1`,
      [tenantId],
    )
    if (heads[0]?.position !== events || heads[0]?.same !== true) faults.push('the head does not match the last event')
    for (const projection of projections) await fillFromLog(client, projection, tenantId)
    for (const table of projectionTables) {
      const name = table.table
      const stored = `select ${columnList(table)} from ${name} where tenant_id = $1`
      const rebuilt = `select ${columnList(table)} from ${scratchTable(table)}`
      const { rows: found } = await client.query<{ differing: string }>(
        `select count(*) as differing from (
           (${stored} except ${rebuilt}) union all (${rebuilt} except ${stored})) d`,
        [tenantId],
      )
      if (found[0]!.differing !== '0') faults.push(`${name} differs from a rebuild in ${found[0]!.differing} rows`)
    }
    return { tenantId, events: Number(events), faults }
  })
}

/** Loads the tenant's rows of all projections into PostgreSQL's cache. */
function loadProjections(reader: ClientBase, tenantId: string): Promise<unknown> {
  return runAsMaintenance(reader, tenantId, '', async () => {
    await readAhead(reader, tenantId)
    // `count(t)` reads every row, whereas `count(*)` may read only an index.
    const counts = projectionTables.map(({ table }) => `(select count(t) from ${table} t where t.tenant_id = $1)`)
    await reader.query(`select ${counts.join(' + ')}`, [tenantId])
  })
}

/** The length up to which a log is sorted in memory. A longer one is read in the order of its index. */
const maxSortedEvents = 100_000

/**
 * Lets the statements of the transaction read a short log, and its projections, in the order of their pages, many of them ahead. The
 * rows of one of many tenants lie on a page each, and an index scan waits for every page in turn.
 */
async function readAhead(client: ClientBase, tenantId: string): Promise<void> {
  const { rows } = await client.query<{ position: string }>(
    'select position from activity_heads where tenant_id = $1',
    [tenantId],
  )
  if (rows.length === 0 || Number(rows[0]!.position) > maxSortedEvents) return
  await client.query('set local enable_indexscan = off')
  // It is 0 and cannot be changed where the operating system cannot read ahead.
  await client.query(
    `select set_config(name, '64', true) from pg_settings where name = 'effective_io_concurrency' and setting <> '0'`,
  )
  await client.query(`set local work_mem = '128MB'`)
}
