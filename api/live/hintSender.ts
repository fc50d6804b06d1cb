import { reportErrorAt } from '../domain/faults.ts'
import { allTenants, channelOf, dueChannel, sessionsChannel, takenChannel } from './channels.ts'
import type { LiveConnection } from './liveConnection.ts'
import type { Topic } from './topics.ts'

/** Changes that follow a notification within this time are published together. */
const batchDelayMs = 50
/** A process publishes to the subscribers of all tenants at most this often, because each event of any tenant concerns them. */
const allTenantsDelayMs = 1_000
/** A payload is limited to 8,000 bytes, and a UUID in JSON has 39. */
const maxUserIds = 150
/** A network address or an id, with the name of its limit, has less than 100 bytes. */
const maxTaken = 70

/** Without a connection, more keys of rate limits are not remembered: clients choose them. */
const maxPendingTaken = 10_000

/** The changes of one tenant: the topics, and how many events they added to its log. */
export interface TenantHint {
  topics: Topic[]
  eventCount: number
}

/** Tokens that were taken from the bucket `key` of a rate limit. */
export interface TakenTokens {
  limiter: string
  key: string
  tokens: number
}

/** What the process `by` took: limit, key and tokens. */
export interface TakenHint {
  by: string
  taken: [string, string, number][]
}

/** Work that is due, by its row: a job, or what is to be sent to the webhooks of a tenant or as its mails. */
export interface DueWork {
  kind: 'job' | 'webhooks' | 'mails'
  tenantId: string
  /** Of the job; that of the tenant for webhooks and mails. */
  id: string
}
/** A UUID in JSON has 39 bytes, and each work two of them. */
const maxDue = 70

interface PendingHints {
  tenants: Map<string, { topics: Set<Topic>; eventCount: number }>
  userIds: Set<string>
  /** By limit and key. */
  taken: Map<string, TakenTokens>
  /** By its kind and the id of its row. */
  due: Map<string, DueWork>
}

function noHints(): PendingHints {
  return { tenants: new Map(), userIds: new Set(), taken: new Map(), due: new Map() }
}

const publishSql = `select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as hints (channel, payload)`

/**
 * Publishes hints in batches: the first change at once, those of the next 50 ms together, and while a batch is being
 * published, everything that follows in the next one. Hints that cannot be published are kept for the next connection.
 */
export function makeHintSender(connection: Pick<LiveConnection, 'isConnected' | 'run'>, processId: string) {
  let pending = noHints()
  const allTenantsTopics = new Set<Topic>()
  let allTenantsAt = 0
  let isSending = false
  let batchTimer: NodeJS.Timeout | null = null
  let allTenantsTimer: NodeJS.Timeout | null = null

  function addTenant(tenantId: string, { topics, eventCount }: { topics: Iterable<Topic>; eventCount: number }): void {
    const hint = pending.tenants.get(tenantId) ?? { topics: new Set(), eventCount: 0 }
    for (const topic of topics) {
      hint.topics.add(topic)
      allTenantsTopics.add(topic)
    }
    hint.eventCount += eventCount
    pending.tenants.set(tenantId, hint)
  }

  function addTaken({ limiter, key, tokens }: TakenTokens): void {
    const name = `${limiter} ${key}`
    // Other processes count them later, when they see the requests themselves.
    if (pending.taken.size >= maxPendingTaken && !pending.taken.has(name)) return
    pending.taken.set(name, { limiter, key, tokens: (pending.taken.get(name)?.tokens ?? 0) + tokens })
  }

  /** The channels and payloads of the pending hints, which are then no longer pending. */
  function takePending(): [string, string][] {
    const hints = [...pending.tenants].map(([tenantId, { topics, eventCount }]): [string, string] => [
      channelOf(tenantId),
      JSON.stringify({ topics: [...topics], eventCount } satisfies TenantHint),
    ])
    const userIds = [...pending.userIds]
    for (let i = 0; i < userIds.length; i += maxUserIds)
      hints.push([sessionsChannel, JSON.stringify(userIds.slice(i, i + maxUserIds))])
    const taken = [...pending.taken.values()].map(({ limiter, key, tokens }): TakenHint['taken'][number] => [
      limiter,
      key,
      tokens,
    ])
    for (let i = 0; i < taken.length; i += maxTaken) {
      const hint: TakenHint = { by: processId, taken: taken.slice(i, i + maxTaken) }
      hints.push([takenChannel, JSON.stringify(hint)])
    }
    const due = [...pending.due.values()]
    for (let i = 0; i < due.length; i += maxDue) hints.push([dueChannel, JSON.stringify(due.slice(i, i + maxDue))])
    if (allTenantsTopics.size > 0 && Date.now() >= allTenantsAt) {
      allTenantsAt = Date.now() + allTenantsDelayMs
      const hint: TenantHint = { topics: [...allTenantsTopics], eventCount: 0 }
      hints.push([channelOf(allTenants), JSON.stringify(hint)])
      allTenantsTopics.clear()
    }
    pending = noHints()
    return hints
  }

  async function flush(): Promise<void> {
    if (isSending || !connection.isConnected()) return
    const taken = pending
    const hints = takePending()
    if (hints.length > 0) {
      isSending = true
      try {
        await connection.run(publishSql, [hints.map(([channel]) => channel), hints.map(([, payload]) => payload)])
      } catch (error) {
        reportErrorAt('live notification')(error)
        for (const [tenantId, hint] of taken.tenants) addTenant(tenantId, hint)
        for (const userId of taken.userIds) pending.userIds.add(userId)
        for (const tokens of taken.taken.values()) addTaken(tokens)
        for (const [id, work] of taken.due) pending.due.set(id, work)
      }
      isSending = false
    }
    flushLater()
  }

  /** Publishes what remains after the delay. A change of one tenant never waits for the delay of all tenants. */
  function flushLater(): void {
    if (pending.tenants.size + pending.userIds.size + pending.taken.size + pending.due.size > 0) startBatch()
    if (allTenantsTopics.size === 0 || allTenantsTimer) return
    allTenantsTimer = setTimeout(
      () => {
        allTenantsTimer = null
        void flush()
      },
      Math.max(allTenantsAt - Date.now(), 1),
    )
    allTenantsTimer.unref()
  }

  function startBatch(): void {
    batchTimer ??= setTimeout(() => {
      batchTimer = null
      void flush()
    }, batchDelayMs)
  }

  /** Publishes at once what was added after a quiet period. */
  function flushSoon(): void {
    if (batchTimer || isSending) return
    void flush()
    startBatch()
  }

  return {
    addTenant(tenantId: string, hint: TenantHint): void {
      addTenant(tenantId, hint)
      flushSoon()
    },
    addSessions(userId: string): void {
      pending.userIds.add(userId)
      flushSoon()
    },
    addTaken(taken: TakenTokens): void {
      addTaken(taken)
      flushSoon()
    },
    addDue(work: DueWork): void {
      pending.due.set(`${work.kind} ${work.id}`, work)
      flushSoon()
    },
    flush,
    /** Hands everything that is pending to the connection. */
    stop(): void {
      if (batchTimer) clearTimeout(batchTimer)
      if (allTenantsTimer) clearTimeout(allTenantsTimer)
      allTenantsAt = 0
      isSending = false
      void flush()
    },
  }
}
