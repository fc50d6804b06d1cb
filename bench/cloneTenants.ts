import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { projectionTables } from '../api/projections/all.ts'

/** The other tables of a tenant, each after those that it refers to. */
const tables = [
  'users',
  'properties',
  'property_tags',
  'property_words',
  'word_parts',
  'property_cells',
  'leads',
  'knock_sessions',
  'knocks',
  ...projectionTables.map(({ table }) => table),
]

/** A tenant and all of its rows as the text of COPY. Each clone gets the same rows with ids of its own. */
export interface CloneSource {
  tenant: Line
  /** Without the hash. */
  head: Line
  rows: Map<string, Line[]>
  events: EventLine[]
}

interface EventLine {
  /** All columns before `fingerprint` and `hash`. */
  columns: Line
  /** What `activity_fingerprint` and `activity_digest` hash. */
  fingerprintInput: Line
  digestInput: Line
}

interface Clone {
  id: string
  /** The last 17 characters of the tenant's id. All ids of its rows end with them. */
  suffix: string
}

/** The text for a clone. */
type Line = (clone: Clone) => string

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** An id keeps its first 19 characters, which are unique among the rows of the tenant, and gets the suffix of the clone. */
const keptLength = 19
/** The id of all reps, and of the platform. */
const nil = '00000000-0000-0000-0000-000000000000'

function compileLine(line: string, tenantId: string): Line {
  const pieces: string[] = []
  const isTenant: boolean[] = []
  let from = 0
  for (const { 0: id, index } of line.matchAll(uuidPattern)) {
    if (id === nil) continue
    pieces.push(line.slice(from, id === tenantId ? index : index + keptLength))
    isTenant.push(id === tenantId)
    from = index + id.length
  }
  const end = line.slice(from)
  return ({ id, suffix }) => {
    let made = ''
    for (let n = 0; n < pieces.length; n += 1) made += pieces[n]! + (isTenant[n] ? id : suffix)
    return made + end
  }
}

/** All columns but generated ones, which COPY does not take. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]!.columns
}

const eventColumns = `tenant_id, position, event_id, type, schema_version, data, occurred_at, recorded_at, actor_id, real_role,
  acting_role, session_id, request_id, subject_id`

export async function readCloneSource(client: pg.Client, tenantId: string): Promise<CloneSource> {
  const copyLines = async (query: string) => {
    const lines = (await text(client.query(copyTo(`copy (${query}) to stdout`)))).split('\n').slice(0, -1)
    return lines.map((line) => compileLine(line, tenantId))
  }
  const { rows: events } = await client.query<{ fingerprint: string; digest: string }>(
    `select e.type || ' ' || e.data::text as fingerprint, jsonb_build_array(
       e.tenant_id, e.position, e.event_id, e.type, e.schema_version, e.data,
       (extract(epoch from e.occurred_at) * 1000000)::bigint, (extract(epoch from e.recorded_at) * 1000000)::bigint,
       e.actor_id, e.real_role, e.acting_role, e.session_id, e.request_id, e.subject_id)::text as digest
     from activity_events e where e.tenant_id = $1 order by e.position`,
    [tenantId],
  )
  const ofTenant = `where tenant_id = '${tenantId}' order by position`
  const columns = await copyLines(`select ${eventColumns} from activity_events ${ofTenant}`)
  const rows = new Map<string, Line[]>()
  for (const table of tables)
    rows.set(
      table,
      await copyLines(
        `select ${await columnsOf(client, table)} from ${table} where tenant_id = '${tenantId}' order by ctid`,
      ),
    )
  return {
    tenant: (await copyLines(`select ${await columnsOf(client, 'tenants')} from tenants where id = '${tenantId}'`))[0]!,
    head: (
      await copyLines(`select tenant_id, position, recorded_at from activity_heads where tenant_id = '${tenantId}'`)
    )[0]!,
    rows,
    events: events.map(({ fingerprint, digest }, n) => ({
      columns: columns[n]!,
      fingerprintInput: compileLine(fingerprint, tenantId),
      digestInput: compileLine(digest, tenantId),
    })),
  }
}

/**
 * Inserts this many clones through COPY and returns their ids. The rows of all tenants are mixed as if all had worked at the
 * same time: first the first row of each tenant, then the second. The hash chain of each log is computed anew, because it
 * contains the ids. Without triggers and with indexes built at the end; `connect` opens a connection of the owner.
 */
export async function cloneTenants(
  connect: () => Promise<pg.Client>,
  source: CloneSource,
  count: number,
): Promise<string[]> {
  const clones = Array.from({ length: count }, (): Clone => {
    const id = randomUUID()
    return { id, suffix: id.slice(keptLength) }
  })
  const client = await connect()
  const copy = async (table: string, lines: Iterable<string>) =>
    (await fill(client, table, await columnsOf(client, table), lines))()
  await copy('tenants', clones.map(source.tenant))
  const hashes: string[] = []
  const lines = chainedLines(source.events, clones, hashes)
  const buildLog = await fill(await connect(), 'activity_events', `${eventColumns}, fingerprint, hash`, lines)
  // The indexes of the log are built while this process makes the lines of the other tables.
  const log = buildLog()
  log.catch(() => {})
  for (const [table, rows] of source.rows) await copy(table, clonedLines(rows, clones))
  await log
  const heads = clones.map((clone, n) => `${source.head(clone)}\t\\\\x${hashes[n]}`)
  await (
    await fill(client, 'activity_heads', 'tenant_id, position, recorded_at, hash', heads)
  )()
  return clones.map(({ id }) => id)
}

function* clonedLines(rows: Line[], clones: Clone[]): Generator<string> {
  for (const row of rows) for (const clone of clones) yield row(clone)
}

/** The lines of the log. `hashes` has the hash of the last event of each clone. */
function* chainedLines(events: EventLine[], clones: Clone[], hashes: string[]): Generator<string> {
  const chained = Buffer.alloc(64)
  for (const [position, { columns, fingerprintInput, digestInput }] of events.entries()) {
    for (const [n, clone] of clones.entries()) {
      // The first hash is that of the digest alone.
      if (position > 0) chained.write(hashes[n]!, 'hex')
      chained.write(hash('sha256', digestInput(clone)), 32, 'hex')
      hashes[n] = hash('sha256', position > 0 ? chained : chained.subarray(32))
      const fingerprint = hash('sha256', fingerprintInput(clone))
      yield `${columns(clone)}\t\\\\x${fingerprint}\t\\\\x${hashes[n]}`
    }
  }
}

const chunkLength = 1_000_000

/**
 * Copies the lines into the table in a transaction of its own, without triggers and indexes. The returned function builds the
 * indexes and commits. A truncated table needs no WAL for this (`wal_level` is `minimal`), and its rows are frozen at once.
 */
async function fill(
  client: pg.Client,
  table: string,
  columns: string,
  lines: Iterable<string>,
): Promise<() => Promise<void>> {
  await client.query('begin')
  await client.query(`set local session_replication_role = replica`)
  await client.query(`set local maintenance_work_mem = '1GB'`)
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(droppableIndexes, [table])
  for (const { drop } of indexes) await client.query(drop)
  const isReferenced = (await client.query(foreignKeysTo, [table])).rowCount !== 0
  if (!isReferenced) await client.query(`truncate ${table}`)
  const copy = client.query(copyFrom(`copy ${table} (${columns}) from stdin ${isReferenced ? '' : '(freeze)'}`))
  let chunk = ''
  for (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < chunkLength) continue
    if (!copy.write(chunk)) await once(copy, 'drain')
    chunk = ''
  }
  copy.end(chunk)
  await once(copy, 'finish')
  return async () => {
    for (const { create } of indexes) await client.query(create)
    await client.query('commit')
  }
}

/** The foreign keys that reference a table. Such a table cannot be truncated, and its primary key cannot be dropped. */
const foreignKeysTo = `select from pg_constraint where confrelid = $1::regclass and conrelid <> confrelid and contype = 'f'`

const droppableIndexes = `
select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
    else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
  case when c.oid is null then pg_get_indexdef(i.indexrelid)
    else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as create
from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
where i.indrelid = $1::regclass and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')
order by i.indexrelid`
