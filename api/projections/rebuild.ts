import { escapeLiteral, type ClientBase } from 'pg'
import { inTransaction } from '../database/inTransaction.ts'
import { storedEventsSql } from '../events/versions.ts'
import { projections, projectionTables } from './all.ts'
import { columnList, countsSql, projectionSql, type CountTable, type Projection } from './projection.ts'

/**
 * Rebuilds every projection of a tenant from its log while the system is in use. The counts are computed in scratch tables
 * first. Then, under the tenant's lock, the events appended meanwhile are added and the rows that differ are replaced, in
 * one transaction, so readers never wait. From then on the function of these projections is used for the tenant. Returns the
 * number of events. `client` connects as the owner.
 */
export function rebuildProjections(client: ClientBase, tenantId: string): Promise<number> {
  return runAsMaintenance(client, tenantId, '', async () => {
    const upTo = await readHead(client, tenantId)
    for (const projection of projections) await fillFromLog(client, projection, tenantId, upTo)
    await client.query('select lock_log($1)', [tenantId])
    const head = await readHead(client, tenantId)
    for (const projection of projections) await addSlice(client, projection, tenantId, upTo, head)
    for (const table of projectionTables) await replaceRows(client, table, tenantId)
    await client.query('delete from projection_upgrades where tenant_id = $1', [tenantId])
    return head
  })
}

/** The ids of all tenants that have a log, including the platform. `client` connects as the owner. */
export const listTenantsWithLogs = (client: ClientBase): Promise<string[]> => listTenants(client, 'activity_heads')

/** The ids of the tenants that have a row in the table. */
export const listTenants = (client: ClientBase, table: 'activity_heads' | 'projection_upgrades'): Promise<string[]> =>
  inTransaction(client, async () => {
    await client.query('set local role porchlight_platform')
    const { rows } = await client.query<{ tenant_id: string }>(`select tenant_id from ${table} order by 1`)
    return rows.map((row) => row.tenant_id)
  })

/** Runs `work` in one transaction with the maintenance role and the scope of one tenant. */
export function runAsMaintenance<T>(
  client: ClientBase,
  tenantId: string,
  mode: '' | 'isolation level repeatable read',
  work: () => Promise<T>,
): Promise<T> {
  const runAs = async () => {
    await client.query(setRoleSql('maintenance'))
    await client.query(setTenantSql(tenantId))
    return work()
  }
  return inTransaction(client, runAs, mode)
}

/**
 * Sets the role of the transaction. A distributed database passes a SET LOCAL on to its other nodes, which refuse to change the
 * role of an open connection; they get connections of the new role.
 */
export function setRoleSql(role: 'platform' | 'maintenance'): string {
  return `select set_config('role', 'porchlight_${role}', true)`
}

/** Sets the tenant of the transaction, also on other nodes. It must be sent alone, because its whole text is passed on. */
export function setTenantSql(tenantId: string): string {
  return `set local app.tenant_id = ${escapeLiteral(tenantId)}`
}

/** The name of the temporary table in which a rebuild computes a table of counts. */
export function scratchTable({ table }: CountTable): string {
  return `${table}_rebuilt`
}

/** Computes the tables of a projection from the log up to a position (by default the whole log) into scratch tables. */
export async function fillFromLog(
  client: ClientBase,
  projection: Projection,
  tenantId: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const { rollup } = projection
  // PostgreSQL expects so many groups that it would sort the events, on disk, rather than hash them. There are few: hours.
  await client.query('set local enable_sort = off')
  const log = storedEventsSql('tenant_id = $1 and position <= $2')
  await createScratchTable(client, projection, projection.rowsSql(log), [tenantId, upTo])
  if (rollup) await createScratchTable(client, rollup, rollup.rowsSql(scratchTable(projection)))
}

/** Creates and fills the table in one statement, which unlike an INSERT may read the log in parallel. */
async function createScratchTable(client: ClientBase, table: CountTable, rows: string, parameters: unknown[] = []) {
  const name = scratchTable(table)
  await client.query(`create temporary table ${name} on commit drop as ${countsSql(table, rows)}`, parameters)
  await client.query(`alter table ${name} add primary key (tenant_id, ${table.keyColumns.join(', ')})`)
}

async function addSlice(client: ClientBase, projection: Projection, tenantId: string, after: number, upTo: number) {
  const slice = storedEventsSql('tenant_id = $1 and position > $2 and position <= $3')
  await client.query(projectionSql(projection, slice, scratchTable), [tenantId, after, upTo])
}

async function replaceRows(client: ClientBase, table: CountTable, tenantId: string): Promise<void> {
  const scratch = scratchTable(table)
  const same = [...table.keyColumns, ...table.countColumns].map((name) => `r.${name} = t.${name}`).join(' and ')
  // The engine of a distributed database sends the rows of WITH to the tenant's node; it refuses a join with a temporary table.
  await client.query(
    `with rebuilt as materialized (select * from ${scratch})
     delete from ${table.table} t where t.tenant_id = $1 and not exists (select from rebuilt r where ${same})`,
    [tenantId],
  )
  const columns = columnList(table)
  await client.query(`insert into ${table.table} (${columns}) select ${columns} from ${scratch} on conflict do nothing`)
}

async function readHead(client: ClientBase, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ position: string }>(
    'select position from activity_heads where tenant_id = $1',
    [tenantId],
  )
  return Number(rows[0]?.position ?? 0)
}
