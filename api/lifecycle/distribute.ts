import pg from 'pg'
import { Refused } from '../domain/errors.ts'
import { appRole } from '../database/roles.ts'

/** Tables that every node has a whole copy of: they are read with the rows of tenants, far more often than they change. */
export const referenceTables = [
  'tenants',
  'users',
  'cost_rates',
  'installation',
  'parcels',
  'parcel_street_words',
  'parcel_datasets',
]

/** Tables on the coordinator alone that other nodes reach, too: they change with every request, and nothing is joined with them. */
export const coordinatorTables = [
  'sessions',
  'api_keys',
  'idempotency_keys',
  'recovery_codes',
  'sign_in_devices',
  'sign_in_failures',
  'two_factors',
]

/** Tables of which other nodes know nothing. */
export const localTables = ['schema_migrations', 'basemap_tiles']

/** The rows of a tenant lie together on one node; the log comes first, because the others are placed beside it. */
export const tenantTables = [
  'activity_events',
  'activity_heads',
  'client_actions',
  'import_files',
  'import_outcomes',
  'import_rows',
  'job_files',
  'jobs',
  'knock_sessions',
  'knocks',
  'lead_letters',
  'lead_merges',
  'lead_notes',
  'lead_stages',
  'leads',
  'neighborhood_hours',
  'photos',
  'projection_upgrades',
  'properties',
  'property_cells',
  'property_tags',
  'property_words',
  'quota_uses',
  'rep_hours',
  'rep_leads',
  'rep_neighborhood_hours',
  'rep_tag_hours',
  'replaced_owners',
  'saved_views',
  'targets',
  'templates',
  'usage_days',
  'usage_hours',
  'usage_reports',
  'webhook_deliveries',
  'webhook_hours',
  'webhooks',
  'word_parts',
]

/** The functions that a client calls with the tenant as the first argument, which the engine sends to the tenant's node. */
const tenantFunctions = ['append_activity(uuid, jsonb)', 'log_knocks(uuid, jsonb, jsonb)']

/** The roles of transactions and functions. Nodes connect to each other with the role of the transaction. */
const roles = ['tenant', 'platform', 'maintenance', 'log', 'public', 'accounts'].map((name) => `porchlight_${name}`)

/** The settings of every node's database. */
export const nodeSettings = [
  // SET LOCAL app.tenant_id reaches the other nodes of a transaction.
  `citus.propagate_set_commands = 'local'`,
  // Every trigger reads and writes only rows of its own tenant, which lie on the same node.
  `citus.enable_unsafe_triggers = on`,
  // A function that a statement calls reads only rows of the statement's tenant, which lie on the same node.
  `citus.allow_nested_distributed_execution = on`,
  // A statement for all tenants opens one connection to each node instead of one for each shard.
  `citus.max_adaptive_executor_pool_size = 1`,
]

/** SQL that makes a constraint or trigger again, and its table. */
interface Definition {
  table: string
  name: string
  sql: string
}

/** One step of the distribution: what it does, in a sentence, and its SQL. Each runs in a transaction of its own. */
interface Step {
  text: string
  run: (client: pg.ClientBase) => Promise<unknown>
}

/**
 * Distributes the database of `client`, which connects as the owner to the coordinator, over its nodes: reference tables
 * everywhere, the rows of each tenant together on one node. Prints every step, or with `isPlan` only what it would do.
 * Repeating it changes nothing and completes a run that was interrupted. Throws `Refused` where the engine is missing, where a
 * table is unknown, or while the application is connected.
 */
export async function distribute(
  client: pg.Client,
  { isPlan, print }: { isPlan: boolean; print: (line: string) => void },
): Promise<void> {
  await assertDistributable(client)
  const steps = await planSteps(client)
  if (steps.length === 0) return print('The database is distributed. Nothing to do.')
  if (!isPlan) await assertStopped(client)
  // The setting of the database applies to later sessions.
  if (!isPlan) for (const setting of nodeSettings) await client.query(`set ${setting}`)
  for (const { text, run } of steps) {
    print(text)
    if (!isPlan) await run(client)
  }
  if (isPlan) print('Nothing was changed: this was the plan.')
}

async function assertDistributable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ available: boolean; installed: boolean }>(
    `select exists (select from pg_available_extensions where name = 'citus') as available,
       exists (select from pg_extension where extname = 'citus') as installed`,
  )
  if (!rows[0]!.available)
    throw new Refused(
      'This PostgreSQL does not have the citus extension, so its tables cannot be distributed. Install Citus 13 on every node, or stay on one PostgreSQL.',
    )
  if (!rows[0]!.installed)
    throw new Refused(
      'The citus extension is not created in this database. Create it and add the nodes first: docs/operations.md, "A distributed database".',
    )
  const { rows: nodes } = await client.query('select from pg_dist_node')
  if (nodes.length === 0)
    throw new Refused('The coordinator is not set. Run: select citus_set_coordinator_host(host, port)')
  const unknown = await listUnknownTables(client)
  if (unknown.length > 0)
    throw new Refused(
      `It is not decided where these tables belong: ${unknown.join(', ')}. See api/lifecycle/distribute.ts.`,
    )
}

async function assertStopped(client: pg.ClientBase): Promise<void> {
  const { rows: sessions } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and usename = $1`,
    [appRole],
  )
  if (sessions[0]!.count > 0)
    throw new Refused(
      `${sessions[0]!.count} connections of the application are open. Stop every Porchlight process first, because its tables are locked meanwhile.`,
    )
}

/** The tables that are in none of the lists. */
export async function listUnknownTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all($1) order by 1`,
    [[...referenceTables, ...coordinatorTables, ...localTables, ...tenantTables]],
  )
  return rows.map(({ name }) => name)
}

async function planSteps(client: pg.Client): Promise<Step[]> {
  const placed = await listPlacedTables(client)
  const pending = await readPending(client)
  const unplaced = [...referenceTables, ...coordinatorTables, ...tenantTables].filter((table) => !placed.has(table))
  const found = unplaced.length > 0 ? await listDefinitions(client, unplaced) : []
  const later = [...pending, ...found.filter((definition) => !isLeftOut(definition))]
  return [
    ...(await planNodes(client)),
    ...(found.length > 0
      ? [
          {
            text: `Set ${found.length} foreign keys and triggers aside, which the tables get back at the end`,
            run: () => setAside(client, found),
          },
        ]
      : []),
    ...unplaced.map((table) => placeTable(table)),
    ...(await planFunctions(client)),
    ...(await planPlans(client)),
    ...later.map((definition) => ({
      text: `Add ${definition.name} to ${definition.table}`,
      run: () => giveBack(client, definition),
    })),
  ]
}

async function listPlacedTables(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and (p.partmethod = 'h' or p.repmodel = 't' or p.repmodel = 's' and not p.autoconverted)`,
  )
  return new Set(rows.map(({ name }) => name))
}

function placeTable(table: string): Step {
  if (coordinatorTables.includes(table))
    return {
      text: `Let every node reach ${table} on the coordinator`,
      run: (client) => client.query('select citus_add_local_table_to_metadata($1)', [`public.${table}`]),
    }
  const isReference = referenceTables.includes(table)
  const [log] = tenantTables
  const place = isReference
    ? `select create_reference_table('public.${table}')`
    : `select create_distributed_table('public.${table}', 'tenant_id', colocate_with => '${table === log ? 'none' : log}')`
  return {
    text: isReference ? `Copy ${table} to every node` : `Distribute ${table} by tenant`,
    run: async (client) => {
      await client.query(place)
      await client.query(`select truncate_local_data_after_distributing_table('public.${table}')`)
    },
  }
}

/** The foreign keys and triggers of the tables, in an order in which they can be made. */
async function listDefinitions(client: pg.ClientBase, tables: string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
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
  return rows
}

const isTrigger = ({ sql }: Definition): boolean => sql.startsWith('CREATE TRIGGER')

/** Drops what cannot be there while a table is distributed, and keeps how to make it again in the database. */
function setAside(client: pg.ClientBase, definitions: Definition[]): Promise<void> {
  return inTransaction(client, async () => {
    await writePending(client, [
      ...(await readPending(client)),
      ...definitions.filter((definition) => !isLeftOut(definition)),
    ])
    for (const definition of definitions) {
      const { table, name } = definition
      const quoted = pg.escapeIdentifier(name)
      await client.query(
        isTrigger(definition)
          ? `drop trigger ${quoted} on public.${table}`
          : `alter table public.${table} drop constraint ${quoted}`,
      )
    }
  })
}

/**
 * The engine locks the tables that the keys of a reference table name with the rights of the role that changes a row, and the
 * roles that change accounts may not change tenants. No tenant is ever deleted.
 */
const isLeftOut = ({ name }: Definition): boolean => name === 'users_tenant_id_fkey'

function giveBack(client: pg.ClientBase, definition: Definition): Promise<void> {
  // The engine refuses SET NULL in a key with the tenant. The use cases set the column before they delete the row.
  const sql = definition.sql.replace(/ ON DELETE SET NULL \(\w+\)/, '')
  return inTransaction(client, async () => {
    await client.query(sql)
    const pending = await readPending(client)
    await writePending(
      client,
      pending.filter(({ table, name }) => table !== definition.table || name !== definition.name),
    )
  })
}

async function readPending(client: pg.ClientBase): Promise<Definition[]> {
  const { rows } = await client.query<{ value: Definition[] }>(
    `select value from installation where key = 'distribution'`,
  )
  return rows[0]?.value ?? []
}

async function writePending(client: pg.ClientBase, definitions: Definition[]): Promise<void> {
  await client.query(
    `insert into installation values ('distribution', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(definitions)],
  )
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The functions of the product that the nodes do not have, and those that are not yet sent to the node of their tenant. */
async function planFunctions(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; isTenantFunction: boolean }>(
    `select p.oid::regprocedure::text as name, p.oid::regprocedure::text = any($1) as "isTenantFunction"
     from pg_proc p join pg_language l on l.oid = p.prolang
     left join pg_dist_object o on o.classid = 'pg_proc'::regclass and o.objid = p.oid
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and (o.objid is null or p.oid::regprocedure::text = any($1) and o.distribution_argument_index is null)
     -- A node checks what a function in SQL calls when it gets the function.
     order by 2, l.lanname = 'sql', 1`,
    [tenantFunctions.map((name) => name.replaceAll(', ', ','))],
  )
  return rows.map(({ name, isTenantFunction }) => ({
    text: isTenantFunction ? `Send ${name} to the node of its tenant` : `Copy the function ${name} to every node`,
    run: () =>
      isTenantFunction
        ? client.query(`select create_distributed_function($1, '$1', colocate_with => $2)`, [name, tenantTables[0]])
        : client.query('select create_distributed_function($1)', [name]),
  }))
}

/** The engine finds the node of a statement by its values, which a generic plan does not have. */
async function planPlans(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(proconfig) order by 1`,
  )
  return rows.map(({ name }) => ({
    text: `Let ${name} choose its plans`,
    run: () => client.query(`alter function ${name} set plan_cache_mode = auto`),
  }))
}

/** The roles and settings of each node that are not there yet. */
async function planNodes(client: pg.Client): Promise<Step[]> {
  const { rows: nodes } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  const steps: Step[] = []
  for (const node of nodes) {
    const isReady = await onNode(client, node, hasRolesAndSettings)
    if (!isReady)
      steps.push({
        text: `Set the roles and settings of ${node.host}:${node.port}`,
        run: () => onNode(client, node, (connection) => setRolesAndSettings(client, connection)),
      })
  }
  return steps
}

async function hasRolesAndSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>(
    `select (select count(*) from pg_roles where rolname = any($1) and rolcanlogin) = cardinality($1::text[])
       and coalesce((select s.setconfig @> $2::text[]
         from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
         where d.datname = current_database() and s.setrole = 0), false) as ready`,
    [[...roles, appRole], nodeSettings.map((setting) => setting.replaceAll(/[ ']/g, ''))],
  )
  return rows[0]!.ready
}

/** Nodes connect to each other with the role of a transaction, so every role can log in; see docs/operations.md. */
async function setRolesAndSettings(coordinator: pg.Client, node: pg.Client): Promise<void> {
  const { rows } = await coordinator.query<{ password: string | null }>(
    'select rolpassword as password from pg_authid where rolname = $1',
    [appRole],
  )
  const password = rows[0]?.password
  await node.query('set citus.enable_ddl_propagation = off')
  for (const role of [...roles, appRole])
    await node.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
      alter role ${role} login;
    end $$`)
  await node.query(`alter role ${appRole} noinherit password ${password ? pg.escapeLiteral(password) : 'null'}`)
  for (const role of ['tenant', 'platform', 'public', 'accounts'])
    await node.query(`grant porchlight_${role} to ${appRole}`)
  await node.query(`grant ${roles.join(', ')} to current_user`)
  for (const setting of nodeSettings)
    await node.query(`alter database ${pg.escapeIdentifier(node.database!)} set ${setting}`)
}

/** Runs `work` with a connection to the node, as the user and with the password of `client`. */
async function onNode<T>(
  client: pg.Client,
  { host, port }: { host: string; port: number },
  work: (connection: pg.Client) => Promise<T>,
): Promise<T> {
  const { user, password, database } = client
  const connection = new pg.Client({ host, port, user, database, password: password ?? undefined })
  await connection.connect()
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}
