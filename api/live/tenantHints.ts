import pg from 'pg'
import { isStoredUuid } from '../domain/ids.ts'
import { reportErrorAt } from '../domain/faults.ts'
import { allTenants, channelOf } from './channels.ts'
import type { TenantHint } from './hintSender.ts'
import type { LiveConnection, RunSql } from './liveConnection.ts'
import type { Topic } from './topics.ts'

/** A tenant with subscribers in this process, or that had some a short time ago. */
interface WatchedTenant {
  id: string
  subscribers: Map<Topic, Set<() => void>>
  isListening: boolean
  /**
   * The head of the tenant's log, as far as hints account for it: the head when LISTEN was confirmed, and the events of each
   * hint since. Null before.
   */
  position: number | null
  /** When the last subscriber left; null with subscribers. */
  idleSince: number | null
}

export interface HintTimes {
  /** How often the heads of the watched logs are read, in case a hint was lost. */
  headCheckMs: number
  /** How long a hint may take after the head of a log was read, before it counts as lost. */
  hintGraceMs: number
  /** How long a process keeps listening after the last subscriber of a tenant left, because clients reconnect. */
  lingerMs: number
}

export const defaultHintTimes: HintTimes = { headCheckMs: 15_000, hintGraceMs: 2_000, lingerMs: 30_000 }

/** The size of one statement that names many tenants. */
const chunkSize = 1_000

/**
 * Listens to the channels of the tenants that have subscribers. Notifies the subscribers of a tenant of each hint, once when PostgreSQL has
 * confirmed LISTEN, because something may have changed before, and when the head of its log moved without a hint.
 */
export function watchTenantHints(
  connection: Pick<LiveConnection, 'isConnected' | 'run'>,
  { headCheckMs, hintGraceMs, lingerMs }: HintTimes,
) {
  const tenants = new Map<string, WatchedTenant>()
  const tenantsByChannel = new Map<string, WatchedTenant>()
  let isStarting = false
  let heads: string | null = null

  function notify({ subscribers }: WatchedTenant, topics: Iterable<Topic> = subscribers.keys()): void {
    for (const topic of topics) for (const onChange of [...(subscribers.get(topic) ?? [])]) onChange()
  }

  /** Listens to every tenant with new subscribers, also those that are added meanwhile. */
  async function listenToNew(run: RunSql): Promise<void> {
    for (;;) {
      const added = [...tenants.values()].filter(({ isListening }) => !isListening).slice(0, chunkSize)
      if (added.length === 0) return
      for (const tenant of added) tenant.isListening = true
      await run(added.map(({ id }) => `listen ${pg.escapeIdentifier(channelOf(id))}`).join('; '))
      // The heads come after LISTEN, so that each later event is in a hint or found by a check.
      const positions = await readHeads(run, added)
      for (const tenant of added) tenant.position = positions.get(tenant.id) ?? 0
      for (const tenant of added) notify(tenant)
    }
  }

  function listenSoon(): void {
    if (isStarting || !connection.isConnected()) return
    isStarting = true
    setImmediate(() => {
      listenToNew(connection.run)
        .catch((error: unknown) => {
          reportErrorAt('live subscription')(error)
          for (const tenant of tenants.values()) if (tenant.position === null) tenant.isListening = false
        })
        .finally(() => (isStarting = false))
    })
  }

  function unlistenIdle(): void {
    const idle = [...tenants.values()].filter(({ idleSince }) => idleSince && Date.now() - idleSince >= lingerMs)
    if (idle.length === 0) return
    for (const { id } of idle) remove(id)
    connection
      .run(idle.map(({ id }) => `unlisten ${pg.escapeIdentifier(channelOf(id))}`).join('; '))
      .catch(reportErrorAt('live subscription'))
  }

  function remove(id: string): void {
    tenants.delete(id)
    tenantsByChannel.delete(channelOf(id))
  }

  /** Notifies the subscribers of tenants whose log has events without a hint. Reads only the heads that hints do not explain. */
  async function checkHeads(): Promise<void> {
    const checked = [...tenants.values()].filter(({ id, position }) => position !== null && id !== allTenants)
    const behind: [WatchedTenant, number][] = []
    for (let i = 0; i < checked.length; i += chunkSize) {
      const chunk = checked.slice(i, i + chunkSize)
      const expected = new Map(chunk.map(({ id, position }) => [id, position!]))
      for (const [id, head] of await readHeads(connection.run, chunk, expected)) {
        const tenant = tenants.get(id)
        if (tenant?.position == null) continue
        const surplus = expected.get(id)! - head
        if (surplus < 0) behind.push([tenant, head])
        else {
          // A hint came after the check that missed it. It may hide that another one was lost since.
          tenant.position -= surplus
          notify(tenant)
        }
      }
    }
    if (behind.length > 0) setTimeout(() => notifyOfLostHints(behind), hintGraceMs).unref()
    await checkAllTenants()
  }

  function notifyOfLostHints(behind: [WatchedTenant, number][]): void {
    for (const [tenant, head] of behind) {
      if (tenant.position === null || tenant.position >= head) continue
      tenant.position = head
      notify(tenant)
    }
  }

  /** The subscribers of all tenants read again if any log has advanced since the last check. */
  async function checkAllTenants(): Promise<void> {
    const all = tenants.get(allTenants)
    if (!all) return
    const [row] = await connection.run<{ heads: string }>(
      asPlatform(`select count(*) || ' ' || coalesce(sum(position), 0) as heads from activity_heads`),
    )
    if (row!.heads !== heads) notify(all)
    heads = row!.heads
  }

  const timer = setInterval(() => {
    if (!connection.isConnected()) return
    unlistenIdle()
    // Tenants that could not be listened to are tried again.
    listenSoon()
    checkHeads().catch(reportErrorAt('live head check'))
  }, headCheckMs)
  timer.unref()

  return {
    subscribe(id: string, topic: Topic, onChange: () => void): () => void {
      const tenant = tenants.get(id) ?? {
        id,
        subscribers: new Map(),
        isListening: false,
        position: null,
        idleSince: null,
      }
      tenants.set(id, tenant)
      tenantsByChannel.set(channelOf(id), tenant)
      tenant.idleSince = null
      const { subscribers } = tenant
      subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(onChange))
      if (!tenant.isListening) listenSoon()
      return () => {
        const set = subscribers.get(topic)
        if (!set?.delete(onChange)) return
        if (set.size === 0) subscribers.delete(topic)
        if (subscribers.size === 0) tenant.idleSince = Date.now()
      }
    },
    /** Listens again to every tenant with subscribers, on a new connection, and notifies them. */
    async listenAgain(run: RunSql): Promise<void> {
      for (const tenant of tenants.values()) {
        if (tenant.idleSince) remove(tenant.id)
        Object.assign(tenant, { isListening: false, position: null })
      }
      await listenToNew(run)
    },
    listenSoon,
    receive(channel: string, payload: string): void {
      const tenant = tenantsByChannel.get(channel)
      if (!tenant) return
      const { topics, eventCount } = JSON.parse(payload) as TenantHint
      if (tenant.position !== null) tenant.position += eventCount
      notify(tenant, topics)
    },
    stop: () => clearInterval(timer),
  }
}

/** The heads of the logs of the tenants; with `expected`, only those that differ from it. */
async function readHeads(
  run: RunSql,
  tenants: readonly WatchedTenant[],
  expected: ReadonlyMap<string, number> = new Map(),
): Promise<Map<string, number>> {
  const ids = tenants.map(({ id }) => id).filter(isStoredUuid)
  if (ids.length === 0) return new Map()
  const rows = await run<{ id: string; position: string }>(
    asPlatform(`select tenant_id as id, position from activity_heads
      join unnest('{${ids.join()}}'::uuid[], '{${ids.map((id) => expected.get(id) ?? -1).join()}}'::bigint[])
        as known (id, known_position) on tenant_id = id and position <> known_position
      where tenant_id = any('{${ids.join()}}'::uuid[])`),
  )
  return new Map(rows.map(({ id, position }) => [id, Number(position)]))
}

/**
 * `sql` as a transaction of the role that may read the rows of every tenant. It is a text of its own, because a distributed
 * database passes the whole text with SET LOCAL to its other nodes.
 */
function asPlatform(sql: string): string[] {
  return ['begin; set local role porchlight_platform', sql, 'commit']
}
