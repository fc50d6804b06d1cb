import pg from 'pg'
import { inTransaction } from '../database/inTransaction.ts'
import { appRole } from '../database/roles.ts'
import { Refused } from '../domain/errors.ts'
import { planRoles, type Step } from './clusterNodes.ts'
import {
  firstTenantTable,
  nodeSettings,
  omittedKeys,
  type Placement,
  tablePlacements,
  tablesPlaced,
  tenantFunctions,
  tenantTables,
} from './tablePlacements.ts'

/** SQL that makes a constraint or trigger again, and its table. */
interface Definition {
  table: string
  name: string
  sql: string
}

const isGivenBack = ({ name }: Definition) => !omittedKeys.includes(name)

function dropSql({ table, name, sql }: Definition): string {
  const quoted = pg.escapeIdentifier(name)
  return sql.startsWith('CREATE TRIGGER')
    ? `drop trigger ${quoted} on public.${table}`
    : `alter table public.${table} drop constraint ${quoted}`
}

/** The engine refuses SET NULL in a key with the tenant. The use cases set the column before they delete the row. */
const addSql = ({ sql }: Definition): string => sql.replace(/ ON DELETE SET NULL \(\w+\)/, '')

type Statement = [sql: string, values?: unknown[]]

/**
 * Distributes the database of `client`, which connects as the owner to the coordinator, over its nodes as `tablePlacements` says.
 * Prints every step, or with `isPlan` only what it would do. Repeating it changes nothing and completes a run that was
 * interrupted. Throws `Refused` where the engine is missing, where a table is not declared, or while the application is connected.
 */
export async function distribute(
  client: pg.Client,
  { isPlan, print }: { isPlan: boolean; print: (line: string) => void },
): Promise<void> {
  await assertDistributable(client)
  const steps = [
    ...(await planRoles(client)),
    ...(await planTables(client)),
    ...(await planFunctions(client)),
    ...(await planPlans(client)),
    ...(await planDefinitions(client)),
  ]
  if (steps.length === 0) return print('The database is distributed. Nothing to do.')
  if (!isPlan) await assertStopped(client)
  // The setting of the database applies to later sessions.
  if (!isPlan) for (const setting of nodeSettings) await client.query(`set ${setting}`)
  for (const { text, run } of steps) {
    print(text)
    if (!isPlan) await run()
  }
  if (isPlan) print('Nothing was changed: this was the plan.')
}

async function queryAll<Row>(client: pg.ClientBase, sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(sql, values)).rows as Row[]
}

async function assertDistributable(client: pg.Client): Promise<void> {
  const [engine] = await queryAll<{ available: boolean; installed: boolean }>(
    client,
    `select exists (select from pg_available_extensions where name = 'citus') as available,
       exists (select from pg_extension where extname = 'citus') as installed`,
  )
  if (!engine!.available)
    throw new Refused(
      'This PostgreSQL does not have the citus extension, so its tables cannot be distributed. Install Citus 13 on every node, or stay on one PostgreSQL.',
    )
  if (!engine!.installed)
    throw new Refused(
      'The citus extension is not created in this database. Create it and add the nodes first: docs/operations.md, "A distributed database".',
    )
  if ((await queryAll(client, 'select from pg_dist_node')).length === 0)
    throw new Refused('The coordinator is not set. Run: select citus_set_coordinator_host(host, port)')
  const undeclared = await listUndeclaredTables(client)
  if (undeclared.length > 0)
    throw new Refused(
      `It is not decided where these tables belong: ${undeclared.join(', ')}. See api/lifecycle/tablePlacements.ts.`,
    )
}

async function assertStopped(client: pg.ClientBase): Promise<void> {
  const [sessions] = await queryAll<{ count: number }>(
    client,
    `select count(*)::int from pg_stat_activity where datname = current_database() and usename = $1`,
    [appRole],
  )
  if (sessions!.count > 0)
    throw new Refused(
      `${sessions!.count} connections of the application are open. Stop every Porchlight process first, because its tables are locked meanwhile.`,
    )
}

/** The tables without a placement. */
export async function listUndeclaredTables(client: pg.ClientBase): Promise<string[]> {
  const found = await queryAll<{ name: string }>(
    client,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all($1) order by 1`,
    [Object.keys(tablePlacements)],
  )
  return found.map(({ name }) => name)
}

/** Drops the keys and triggers of the tables that are not placed, which cannot be there meanwhile, and places the tables. */
async function planTables(client: pg.Client): Promise<Step[]> {
  const unplaced = await listUnplacedTables(client)
  const found = unplaced.length > 0 ? await listDefinitions(client, unplaced) : []
  const drops = found.map((definition): Statement => [dropSql(definition)])
  const text = `Set ${found.length} foreign keys and triggers aside, which the tables get back at the end`
  const setAside = async () =>
    runTogether(client, [keepSql([...(await readKept(client)), ...found.filter(isGivenBack)]), ...drops])
  return [...(found.length > 0 ? [{ text, run: setAside }] : []), ...unplaced.map((table) => toPlace(client, table))]
}

/** Whether the tables of tenants are distributed. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const [catalog] = await queryAll<{ name: string | null }>(client, `select to_regclass('pg_dist_partition') as name`)
  if (catalog!.name === null) return false
  const placed = await queryAll(client, `select from pg_dist_partition where logicalrelid = $1::regclass`, [
    `public.${firstTenantTable}`,
  ])
  return placed.length > 0
}

/**
 * Runs one command of a migration on a distributed database, in the transaction of `client`. A table that it makes is placed as
 * `placements` says, before anything is told to the nodes: its keys may name tables with which it can only then be joined.
 */
export async function runOnNodes(
  client: pg.ClientBase,
  command: string,
  placements: typeof tablePlacements = tablePlacements,
): Promise<void> {
  if (!command.toLowerCase().includes('create table ')) return void (await client.query(command))
  await setInTransaction(client, 'citus.enable_ddl_propagation', 'off')
  await client.query(command)
  const made = await queryAll<{ name: string }>(
    client,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relname = any($1) and relname <> all($2)`,
    [Object.keys(placements), await listPlacedTables(client)],
  )
  const tables = made.map(({ name }) => name).filter((name) => placements[name] !== 'local')
  const keys = await listDefinitions(client, tables)
  for (const key of keys) await client.query(dropSql(key))
  await setInTransaction(client, 'citus.enable_ddl_propagation', 'on')
  // Tables that a key names are not locked on all connections at the same time.
  await setInTransaction(client, 'citus.multi_shard_modify_mode', 'sequential')
  for (const table of tables) await client.query(placeSql(table, placements[table]!))
  for (const key of keys.filter(isGivenBack)) await client.query(addSql(key))
}

const setInTransaction = (client: pg.ClientBase, name: string, value: string) =>
  client.query('select set_config($1, $2, true)', [name, value])

async function listPlacedTables(client: pg.ClientBase): Promise<string[]> {
  const placed = await queryAll<{ name: string }>(
    client,
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and (p.partmethod = 'h' or p.repmodel = 't' or p.repmodel = 's' and not p.autoconverted)`,
  )
  return placed.map(({ name }) => name)
}

async function listUnplacedTables(client: pg.ClientBase): Promise<string[]> {
  const placed = await listPlacedTables(client)
  // The others are placed beside the first table of tenants, which is the first of the alphabet.
  const all = [...tablesPlaced('reference'), ...tablesPlaced('coordinator'), ...tenantTables]
  return all.filter((table) => !placed.includes(table))
}

function toPlace(client: pg.Client, table: string): Step {
  const placement = tablePlacements[table]!
  const sql = placeSql(table, placement)
  if (placement === 'coordinator')
    return { text: `Let every node reach ${table} on the coordinator`, run: () => client.query(sql) }
  return {
    text: placement === 'reference' ? `Copy ${table} to every node` : `Distribute ${table} by tenant`,
    run: async () => {
      await client.query(sql)
      await client.query(`select truncate_local_data_after_distributing_table('public.${table}')`)
    },
  }
}

function placeSql(table: string, placement: Placement): string {
  if (placement === 'coordinator') return `select citus_add_local_table_to_metadata('public.${table}')`
  if (placement === 'reference') return `select create_reference_table('public.${table}')`
  const beside = table === firstTenantTable ? 'none' : firstTenantTable
  return `select create_distributed_table('public.${table}', 'tenant_id', colocate_with => '${beside}')`
}

/** The foreign keys and triggers of the tables, in an order in which they can be made. */
function listDefinitions(client: pg.ClientBase, tables: string[]): Promise<Definition[]> {
  return queryAll(
    client,
    `select c.relname as "table", k.conname as name,
       format('alter table public.%I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as sql
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and c.relname = any($1)
     union all
     select c.relname, t.tgname, pg_get_triggerdef(t.oid)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
     order by 3`,
    [tables],
  )
}

/** The definitions that the database keeps, which the tables do not have yet. */
async function readKept(client: pg.ClientBase): Promise<Definition[]> {
  const sql = `select value from installation where key = 'distribution'`
  const [kept] = await queryAll<{ value: Definition[] }>(client, sql)
  return kept?.value ?? []
}

const keepSql = (definitions: Definition[]): Statement => [
  `insert into installation values ('distribution', $1) on conflict (key) do update set value = excluded.value`,
  [JSON.stringify(definitions)],
]

/** Gives the tables their keys and triggers back: those that an earlier run set aside, and those that this one will. */
async function planDefinitions(client: pg.Client): Promise<Step[]> {
  const found = await listDefinitions(client, await listUnplacedTables(client))
  const later = [...(await readKept(client)), ...found.filter(isGivenBack)]
  return later.map((definition) => {
    return {
      text: `Add ${definition.name} to ${definition.table}`,
      run: async () => {
        const others = (await readKept(client)).filter(
          ({ table, name }) => table !== definition.table || name !== definition.name,
        )
        await runTogether(client, [[addSql(definition)], keepSql(others)])
      },
    }
  })
}

const runTogether = (client: pg.ClientBase, statements: Statement[]): Promise<void> =>
  inTransaction(client, async () => {
    for (const [sql, values] of statements) await client.query(sql, values)
  })

/** The functions of the product that the nodes do not have, and those that are not yet sent to the node of their tenant. */
async function planFunctions(client: pg.ClientBase): Promise<Step[]> {
  const functions = await queryAll<{ name: string; isTenantFunction: boolean }>(
    client,
    `select p.oid::regprocedure::text as name, p.oid::regprocedure::text = any($1) as "isTenantFunction"
     from pg_proc p join pg_language l on l.oid = p.prolang
     left join pg_dist_object o on o.classid = 'pg_proc'::regclass and o.objid = p.oid
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and (o.objid is null or p.oid::regprocedure::text = any($1) and o.distribution_argument_index is null)
     -- A node checks what a function in SQL calls when it gets the function.
     order by 2, l.lanname = 'sql', 1`,
    [tenantFunctions],
  )
  return functions.map(({ name, isTenantFunction }) => ({
    text: isTenantFunction ? `Send ${name} to the node of its tenant` : `Copy the function ${name} to every node`,
    run: () =>
      isTenantFunction
        ? client.query(`select create_distributed_function($1, '$1', colocate_with => $2)`, [name, firstTenantTable])
        : client.query('select create_distributed_function($1)', [name]),
  }))
}

/** The engine finds the node of a statement by its values, which a generic plan does not have. */
async function planPlans(client: pg.ClientBase): Promise<Step[]> {
  const functions = await queryAll<{ name: string }>(
    client,
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(proconfig) order by 1`,
  )
  return functions.map(({ name }) => ({
    text: `Let ${name} choose its plans`,
    run: () => client.query(`alter function ${name} set plan_cache_mode = auto`),
  }))
}
