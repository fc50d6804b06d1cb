import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { DatabaseObject } from './databaseObject.ts'
import type { Policy } from './policies.sql.ts'
import { isLockTimeout, tryWithShortLocks, withShortLocks } from './shortLocks.ts'

/** The objects of a database, in the table `installation` under the key `objects`. */
interface Installed {
  version: number
  /** The hash of the SQL of each object, and under `policies` that of all policies. */
  hashes: Record<string, string>
}

/** A database of before the objects were installed by their hashes has one that is not among them. */
const beforeHashes: Installed = { version: 0, hashes: { 'function refuse_past_rates()': '' } }

/** All functions, views, triggers and policies of a release. */
export interface DatabaseDefinition {
  version: number
  objects: DatabaseObject[]
  policies: Policy[]
}

const keyOf = ({ kind, name, table }: DatabaseObject): string => `${kind} ${name}${table ? ` on ${table}` : ''}`

/** What differs from the definition in a database; null if a later release installed its own. */
async function findChanges(client: ClientBase, { version, objects, policies }: DatabaseDefinition) {
  const { rows } = await client.query<{ value: Installed }>(`select value from installation where key = 'objects'`)
  const installed = rows[0]?.value ?? beforeHashes
  if (installed.version > version) return null
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  const own: Installed = {
    version,
    hashes: {
      ...Object.fromEntries(objects.map((object) => [keyOf(object), hashOf(object.sql)])),
      policies: hashOf(JSON.stringify(policies)),
    },
  }
  const missing = await listMissing(client, objects)
  const changed = objects.filter(
    (object) => missing.includes(object) || installed.hashes[keyOf(object)] !== own.hashes[keyOf(object)],
  )
  const dropped = Object.keys(installed.hashes).filter((key) => !(key in own.hashes))
  const isOfHash = installed.hashes['policies'] === own.hashes['policies']
  const policyChanges = compare(await readPolicies(client, isOfHash), policies)
  const isSame =
    isOfHash && installed.version === version && changed.length + dropped.length + policyChanges.length === 0
  return { isSame, changed, dropped, policyChanges, own }
}

/** Whether the database has what the definition says, or that of a later release. */
export async function isInstalled(client: ClientBase, definition: DatabaseDefinition): Promise<boolean> {
  return (await findChanges(client, definition))?.isSame ?? true
}

/** Those of `objects` that the database does not have. A restored backup has the rows of `installation`, but no functions. */
export async function listMissing(client: ClientBase, objects: DatabaseObject[]): Promise<DatabaseObject[]> {
  const { rows } = await client.query<{ index: number }>(
    `select ord::int - 1 as index
     from rows from (jsonb_to_recordset($1) as (kind text, name text, "table" text)) with ordinality as o (kind, name, "table", ord)
     where case kind
       when 'trigger' then not exists (select from pg_trigger t where t.tgname = o.name and t.tgrelid = to_regclass(o."table"))
         -- Distributing the database sets triggers aside.
         and not exists (select from installation i where i.key = 'distribution'
           and i.value @> jsonb_build_array(jsonb_build_object('name', o.name, 'table', o."table")))
       when 'view' then to_regclass(o.name) is null
       else to_regprocedure(o.name) is null end`,
    [JSON.stringify(objects)],
  )
  return rows.map(({ index }) => objects[index]!)
}

/**
 * Brings a database to the definition: makes what is missing or has another text, in the order of the definition, and drops what an
 * earlier release installed and this one does not have. Does nothing if a later release installed its own. `client` connects as the
 * owner, and only one process may install at a time.
 */
export async function installObjects(client: ClientBase, definition: DatabaseDefinition): Promise<void> {
  const changes = await findChanges(client, definition)
  if (!changes || changes.isSame) return
  const { changed, dropped, policyChanges, own } = changes
  const isDistributed = (await client.query(`select from pg_extension where extname = 'citus'`)).rowCount === 1
  const drop = (isTrigger: boolean) =>
    dropped
      .filter((key) => key.startsWith('trigger ') === isTrigger)
      .map((key) => `drop ${key.replace('function', 'routine').replace(' ', ' if exists ')}`)
  // One table is locked in each transaction, so that requests that use several cannot deadlock with it.
  const inTransaction = (statements: string[]) =>
    withShortLocks(client, async () => {
      for (const sql of statements) await client.query(sql)
    })

  for (const sql of drop(true)) await inTransaction([sql])
  const functions = changed.filter(({ kind }) => kind !== 'trigger').map(({ sql }) => sql)
  await inTransaction([
    // The engine finds the node of a statement by its values, which a generic plan does not have.
    ...functions.map((sql) => (isDistributed ? sql.replaceAll('= force_generic_plan', '= auto') : sql)),
  ])
  // The engine sends the text of a command to its nodes, which take one.
  for (const { sql } of changed.filter(({ kind }) => kind === 'trigger')) await inTransaction(sql.split(';\n'))
  await inTransaction(drop(false))
  for (const statements of policyChanges) await inTransaction(statements)
  await client.query(
    `insert into installation values ('objects', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(own)],
  )
}

type InstalledPolicy = Policy & { isComparable: boolean }

/**
 * The policies of the database. PostgreSQL prints the condition of one only when it may lock its table. With `isOptional` they
 * are not read while somebody else has locked a table, and null is returned, so that a start does not wait for that.
 */
async function readPolicies(client: ClientBase, isOptional: boolean): Promise<InstalledPolicy[] | null> {
  const read = async () => (await client.query<InstalledPolicy>(policiesSql)).rows
  if (!isOptional) return withShortLocks(client, read)
  try {
    return await tryWithShortLocks(client, read)
  } catch (error) {
    if (isLockTimeout(error)) return null
    throw error
  }
}

const policiesSql = `select tablename as "table", policyname as name, cmd = 'ALL' as "isForWrites", qual as condition,
       array(select r::text from unnest(roles) r order by r) as roles,
       permissive = 'PERMISSIVE' and cmd in ('ALL', 'SELECT')
         and with_check is not distinct from case cmd when 'ALL' then qual end as "isComparable"
     from pg_policies where schemaname = 'public'`

/** The statements that bring the policies of each table to `policies`; none for a table that has them, or if `installed` is unknown. */
function compare(installed: InstalledPolicy[] | null, policies: Policy[]): string[][] {
  if (installed === null) return []
  const textOf = ({ table, name, isForWrites = false, roles, condition }: Policy) =>
    JSON.stringify([table, name, isForWrites, roles.toSorted(), condition])
  const found = new Set(installed.filter(({ isComparable }) => isComparable).map(textOf))
  const wanted = new Set(policies.map(textOf))
  const wrong = installed.filter((policy) => !policy.isComparable || !wanted.has(textOf(policy)))
  const missing = policies.filter((policy) => !found.has(textOf(policy)))
  return [...new Set(policies.map(({ table }) => table))]
    .map((name) => [
      ...wrong.filter(({ table }) => table === name).map((policy) => `drop policy ${policy.name} on ${name}`),
      ...missing.filter(({ table }) => table === name).map(createPolicySql),
    ])
    .filter((statements) => statements.length > 0)
}

function createPolicySql({ table, name, isForWrites = false, roles, condition }: Policy): string {
  const [command, check] = isForWrites ? ['all', ` with check (${condition})`] : ['select', '']
  return `create policy ${name} on ${table} for ${command} to ${roles.join(', ')} using (${condition})${check}`
}
