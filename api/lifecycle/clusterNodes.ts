import pg from 'pg'
import { appRole, ensureRoles, ownerRoles } from '../database/roles.ts'
import { Refused } from '../domain/errors.ts'
import { nodeSettings } from './tablePlacements.ts'

/** A node of a Citus cluster, by the host and port at which the other nodes reach it. */
export interface ClusterNode {
  host: string
  port: number
}

/** One step of what makes a cluster of a database: what it does, in a sentence, and how. */
export interface Step {
  text: string
  run: () => Promise<unknown>
}

/**
 * The nodes in `text`, such as `coordinator:5432,worker1:5432,worker2:5432`: the coordinator first, then at least one
 * worker. Throws `Refused`, naming the part that is wrong.
 */
export function parseNodes(text: string): ClusterNode[] {
  const nodes = text.split(',').map((part) => parseNode(part.trim()))
  const addresses = nodes.map(toAddress)
  const repeated = addresses.find((address, n) => addresses.indexOf(address) < n)
  if (repeated) throw new Refused(`--nodes names ${repeated} twice.`)
  if (nodes.length < 2) throw new Refused('--nodes must name the coordinator first, and then at least one worker.')
  return nodes
}

function parseNode(text: string): ClusterNode {
  const [, host, digits] = /^([\w.-]+):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (!host || !(port >= 1 && port <= 65_535))
    throw new Refused(
      `--nodes has '${text}', which is not a host and a port. Write coordinator:5432,worker1:5432,worker2:5432.`,
    )
  return { host, port }
}

const toAddress = ({ host, port }: ClusterNode): string => `${host}:${port}`

/**
 * Makes the nodes one cluster: each has the citus extension in the database named like that of `client`, and the first, which
 * must be the database of `client`, knows them all, and each has the roles and settings, without which the engine could not pass
 * the migrations on. The user of `client` signs in to each with its password. Prints every
 * step, or with `isPlan` only what it would do. Repeating it changes nothing. Returns whether all of them are known, which is
 * false if a plan has steps. Throws `Refused` where a node cannot be reached, lacks the engine, does not
 * let the owner of the database in from the others, or is not the coordinator.
 */
export async function addNodes(
  client: pg.Client,
  nodes: ClusterNode[],
  { isPlan, print }: { isPlan: boolean; print: (line: string) => void },
): Promise<boolean> {
  const run = async (steps: Step[]) => {
    for (const step of steps) {
      print(step.text)
      if (!isPlan) await step.run()
    }
    return steps.length
  }
  await assertIsCoordinator(client, nodes[0]!)
  const extensionCount = await run(await planExtensions(client, nodes))
  const additionCount = await run(await planAdditions(client, nodes))
  const roleCount = await run(await planRoles(client, nodes))
  if (!isPlan) await assertOwnerSignsIn(client)
  return !isPlan || extensionCount + additionCount + roleCount === 0
}

/** With another node in the first place, the workers would be told a wrong address of the coordinator. */
async function assertIsCoordinator(client: pg.Client, node: ClusterNode): Promise<void> {
  const own = await readServerIdentifier(client)
  const named = await onNode(client, node, readServerIdentifier)
  if (own !== named)
    throw new Refused(
      `DATABASE_URL and ${toAddress(node)} are different servers. Both must be the coordinator, which --nodes names first.`,
    )
}

async function readServerIdentifier(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
  return rows[0]!.id
}

async function planExtensions(client: pg.Client, nodes: ClusterNode[]): Promise<Step[]> {
  const steps: Step[] = []
  for (const node of nodes)
    if (!(await onNode(client, node, (connection) => hasExtension(connection, node))))
      steps.push({
        text: `Create the citus extension on ${toAddress(node)}`,
        run: () => onNode(client, node, (connection) => connection.query('create extension if not exists citus')),
      })
  return steps
}

async function hasExtension(connection: pg.Client, node: ClusterNode): Promise<boolean> {
  const { rows } = await connection.query<{ version: string | null }>(
    `select installed_version as version from pg_available_extensions where name = 'citus'`,
  )
  if (!rows[0])
    throw new Refused(`${toAddress(node)} does not have the citus extension. Install Citus 13 on every node.`)
  return rows[0].version !== null
}

async function planAdditions(client: pg.Client, [coordinator, ...workers]: ClusterNode[]): Promise<Step[]> {
  const known = new Set((await listKnownNodes(client)).map(toAddress))
  const isNew = (node: ClusterNode) => !known.has(toAddress(node))
  const call = (name: string, { host, port }: ClusterNode) => client.query(`select ${name}($1, $2)`, [host, port])
  return [
    ...[coordinator!].filter(isNew).map((node) => ({
      text: `Set ${toAddress(node)} as the coordinator`,
      run: () => call('citus_set_coordinator_host', node),
    })),
    ...workers.filter(isNew).map((node) => ({
      text: `Add the worker ${toAddress(node)}`,
      run: () => call('citus_add_node', node),
    })),
  ]
}

/** The nodes that the coordinator knows, itself first; none while the extension is missing, which is so in a plan. */
async function listKnownNodes(client: pg.Client): Promise<ClusterNode[]> {
  const { rows: catalogs } = await client.query(`select from pg_class where oid = to_regclass('pg_dist_node')`)
  if (catalogs.length === 0) return []
  const { rows } = await client.query<ClusterNode>(
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  return rows
}

/** The roles and settings of each node that are not there yet; of all nodes that the coordinator knows without `nodes`. */
export async function planRoles(client: pg.Client, nodes?: ClusterNode[]): Promise<Step[]> {
  const steps: Step[] = []
  const state = await readRoleState(client)
  for (const node of nodes ?? (await listKnownNodes(client)))
    if (!(await onNode(client, node, (connection) => hasRolesAndSettings(connection, node, state))))
      steps.push({
        text: `Set the roles and settings of ${toAddress(node)}`,
        run: () => onNode(client, node, (connection) => setRolesAndSettings(connection, state)),
      })
  return steps
}

/** What the roles of every node must agree with: the owner of the database, and the stored password of the application. */
interface RoleState {
  owner: string
  password: string | null
}

async function readRoleState(coordinator: pg.Client): Promise<RoleState> {
  const { rows } = await coordinator.query<RoleState>(
    `select pg_get_userbyid(datdba) as owner, (select rolpassword from pg_authid where rolname = $1) as password
     from pg_database where datname = current_database()`,
    [appRole],
  )
  return rows[0]!
}

async function hasRolesAndSettings(
  connection: pg.Client,
  node: ClusterNode,
  { owner, password }: RoleState,
): Promise<boolean> {
  const { rowCount } = await connection.query('select from pg_roles where rolname = $1', [owner])
  if (rowCount === 0)
    throw new Refused(`${toAddress(node)} lacks the owner ${owner}. Create it on every node with the same password.`)
  const { rows } = await connection.query<{ ready: boolean }>(
    `select (select count(*) from pg_authid where rolname = any($1) and rolcanlogin) = cardinality($1::text[])
       and exists (select from pg_authid where rolname = $3 and rolpassword is not distinct from $4)
       and (select bool_and(pg_has_role($5::name, oid, 'usage')) from pg_authid where rolname = any($6))
       and coalesce((select s.setconfig @> $2::text[]
         from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
         where d.datname = current_database() and s.setrole = 0), false) as ready`,
    [
      [...ownerRoles, appRole],
      nodeSettings.map((setting) => setting.replaceAll(/[ ']/g, '')),
      appRole,
      password,
      owner,
      ownerRoles,
    ],
  )
  return rows[0]!.ready
}

/** Nodes connect to each other with the role of a transaction, so every role can log in; see docs/operations.md. */
async function setRolesAndSettings(node: pg.Client, { owner, password }: RoleState): Promise<void> {
  await node.query('set citus.enable_ddl_propagation = off')
  await ensureRoles(node, owner)
  for (const role of ownerRoles) await node.query(`alter role ${role} login`)
  const sql = `alter role ${appRole} login noinherit password ${password === null ? 'null' : pg.escapeLiteral(password)}`
  await node.query(sql)
  for (const setting of nodeSettings)
    await node.query(`alter database ${pg.escapeIdentifier(node.database!)} set ${setting}`)
}

/**
 * Throws `Refused`, which names each node that does not let the owner of the database in from the other nodes: the engine sends them
 * migrations and reads all tenants as the owner.
 */
export async function assertOwnerSignsIn(coordinator: pg.Client): Promise<void> {
  const { owner } = await readRoleState(coordinator)
  await coordinator.query(`set role ${pg.escapeIdentifier(owner)}`)
  const { rows } = await coordinator
    .query<ClusterNode>(
      // If the coordinator cannot sign in to a node as the owner, all results from that node are null.
      `with checks as (select * from citus_check_cluster_node_health())
       select to_nodename as host, to_nodeport as port from checks where not result
       union select from_nodename, from_nodeport from checks where result is null order by 1, 2`,
    )
    .finally(() => coordinator.query('reset role'))
  if (rows.length > 0)
    throw new Refused(
      `${rows.map(toAddress).join(' and ')} cannot be used as ${owner} from the other nodes. Allow that in pg_hba.conf there, or give ` +
        'every node the password: docs/operations.md, "The owner between the nodes". Then repeat this.',
    )
}

/** Runs `work` with a connection to the node, as the user and with the password of `client`. */
export async function onNode<T>(
  { user, password, database }: pg.Client,
  node: ClusterNode,
  work: (connection: pg.Client) => Promise<T>,
): Promise<T> {
  const connection = new pg.Client({ ...node, user, database, password: password ?? undefined })
  await connection.connect().catch((error: Error) => {
    throw new Refused(`The node ${toAddress(node)} cannot be used: ${error.message}`)
  })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}
