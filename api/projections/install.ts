import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { acquireSessionLock, releaseSessionLock } from '../database/sessionLock.ts'
import { databaseFunction, type DatabaseObject } from '../database/databaseObject.ts'
import { listMissing } from '../database/installObjects.ts'
import { withShortLocks } from '../database/shortLocks.ts'
import { projectActivityBody, projectionTables, projectionsVersion } from './all.ts'
import { columnList } from './projection.ts'
import { listTenants, rebuildProjections, setRoleSql, setTenantSql } from './rebuild.ts'

/** The projections of a database, in the table `installation` under the key `projections`. */
interface Installed {
  version: number
  functionName: string
  /** The columns of each table of counts, by its name. */
  tables: Record<string, string>
}

/** The function of these projections. The hash tells apart the versions that a developer tries. */
const functionName = `project_activity_${projectionsVersion}_${createHash('sha256').update(projectActivityBody()).digest('hex').slice(0, 8)}`

const parameters = 'p_events activity_events[]'

/** The function, and the one that `append_new_events` calls, which chooses the function of the tenant. */
const functions: DatabaseObject[] = [
  databaseFunction({
    name: functionName,
    parameters,
    sql: `returns void language plpgsql as $body$
${projectActivityBody()}
$body$`,
  }),
  databaseFunction({
    name: 'project_activity',
    parameters,
    sql: `
returns void language plpgsql as $body$
declare
  v_earlier text := (select u.function_name from projection_upgrades u where u.tenant_id = (p_events[1]).tenant_id);
begin
  if v_earlier is null then
    perform ${functionName}(p_events);
  else
    execute format('select %I($1)', v_earlier) using p_events;
  end if;
end $body$`,
  }),
]

const own: Installed = {
  version: projectionsVersion,
  functionName,
  tables: Object.fromEntries(projectionTables.map((table) => [table.table, columnList(table)])),
}

/** Whether the database has these projections for every tenant. */
export async function hasOwnProjections(client: ClientBase): Promise<boolean> {
  return (
    (await readInstalled(client))?.functionName === functionName &&
    (await listTenants(client, 'projection_upgrades')).length === 0
  )
}

/**
 * Installs the function of these projections beside that of the release before. New tenants use it at once; every other one
 * is listed in `projection_upgrades` and keeps its figures and the earlier function until `upgradeTenants` has rebuilt it.
 * Does nothing if the projections are installed, or those of a later release are. `client` connects as the owner.
 *
 * Returns whether a process of this release can serve tenants that are not yet rebuilt: its tables have no columns that the
 * earlier function leaves empty.
 */
export async function installProjections(client: ClientBase): Promise<{ canServeBeforeRebuild: boolean }> {
  const installed = await readInstalled(client)
  const canServeBeforeRebuild = installed !== null && hasAllColumns(installed)
  if (installed && installed.version > own.version) return { canServeBeforeRebuild }
  const isOwn = installed?.functionName === functionName
  // A restored backup has the rows of the projections, but no functions.
  if (isOwn && (await listMissing(client, functions)).length === 0) return { canServeBeforeRebuild }
  await withShortLocks(client, async () => {
    // Appends in progress end first, and later ones find the new function, so no tenant is missed.
    await client.query('lock table activity_events in share mode')
    const earlier = installed?.functionName ?? (await renameUnversionedFunction(client))
    for (const { sql } of functions) await client.query(sql)
    if (!isOwn) await listTenantsToUpgrade(client, earlier)
    await client.query(
      `insert into installation values ('projections', $1) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(own)],
    )
  })
  return { canServeBeforeRebuild }
}

/**
 * Rebuilds the tenants that are listed in `projection_upgrades`, one by one, and then removes the functions of earlier
 * releases. The figures and the function of a tenant change in the same short transaction. Several processes may call it:
 * one does the work and the others wait. Resolves when no tenant is left.
 */
export async function upgradeTenants(client: ClientBase): Promise<void> {
  const lock = 'porchlight projections'
  await acquireSessionLock(client, lock)
  try {
    if ((await readInstalled(client))?.functionName !== functionName) return
    for (const tenantId of await listTenants(client, 'projection_upgrades')) await rebuildProjections(client, tenantId)
    const { rows } = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = 'public'::regnamespace and proname like 'project\\_activity\\_%' and proname <> $1`,
      [functionName],
    )
    for (const { name } of rows) await client.query(`drop function ${name}`)
  } finally {
    await releaseSessionLock(client, lock)
  }
}

const hasAllColumns = ({ tables }: Installed): boolean =>
  Object.entries(own.tables).every(([name, columns]) => tables[name] === columns)

async function readInstalled(client: ClientBase): Promise<Installed | null> {
  const { rows } = await client.query<{ value: Installed }>(`select value from installation where key = 'projections'`)
  return rows[0]?.value ?? null
}

/** The releases before version 2 installed their function under the name that now chooses the function. */
async function renameUnversionedFunction(client: ClientBase): Promise<string | null> {
  const { rowCount } = await client.query(`select from installation where key = 'project_activity'`)
  if (rowCount === 0) return null
  const name = 'project_activity_1'
  await client.query(`alter function project_activity(activity_events[]) rename to ${name}`)
  return name
}

/** Those that wait for an earlier upgrade keep their function. */
async function listTenantsToUpgrade(client: ClientBase, earlier: string | null): Promise<void> {
  await client.query(setRoleSql('platform'))
  const { rows } = await client.query<{ tenant_id: string }>('select tenant_id from activity_heads order by 1')
  await client.query(setRoleSql('maintenance'))
  for (const { tenant_id } of rows) {
    await client.query(setTenantSql(tenant_id))
    await client.query('insert into projection_upgrades values ($1, $2) on conflict do nothing', [
      tenant_id,
      earlier ?? functionName,
    ])
  }
  await client.query(`select set_config('role', 'none', true)`)
}
