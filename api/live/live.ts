import { randomUUID } from 'node:crypto'
import { reportErrorAt } from '../domain/faults.ts'
import type { EventType } from '../events/catalog.ts'
import { dueChannel, sessionsChannel, takenChannel } from './channels.ts'
import { makeHintSender, type DueWork, type TakenHint, type TakenTokens } from './hintSender.ts'
import { openLiveConnection } from './liveConnection.ts'
import { defaultHintTimes, watchTenantHints, type HintTimes } from './tenantHints.ts'
import { topicsOf, type Topic } from './topics.ts'

export { allTenants } from './channels.ts'

/**
 * Notifies subscribers in every process that data of a tenant changed. Notifications carry no data, and one may come
 * without a change: subscribers must read the data again.
 */
export interface Live {
  /**
   * Publishes, after a commit, the types of the events of a tenant, and how many of them were added to its log. Does not wait
   * and never throws.
   */
  announce(tenantId: string, types: readonly EventType[], appendedCount: number): void
  /** Publishes, after a commit, a change of the tenant that no event describes. Does not wait and never throws. */
  announceTopic(tenantId: string, topic: Topic): void
  /**
   * Calls `onChange` after each change of `topic` in the tenant, or in `allTenants`, until the returned function is called.
   * Unless this process already listens to the tenant, it is also called once when it does: a change before that is not
   * reported.
   */
  subscribe(tenantId: string, topic: Topic, onChange: () => void): () => void
  /** Publishes, after a commit, that a user's sessions ended or their permissions changed. Does not wait and never throws. */
  announceSessions(userId: string): void
  /** Calls `onChange` with the id of a user whose sessions changed, until the returned function is called. */
  subscribeSessions(onChange: (userId: string) => void): () => void
  /** Tells the other processes that this one took tokens from a rate limit. Does not wait and never throws. */
  announceTaken(taken: TakenTokens): void
  /** Calls `onTaken` with what another process took, until the returned function is called. */
  subscribeTaken(onTaken: (taken: TakenTokens) => void): () => void
  /**
   * Starts work whose row is due now, or at `at`, after the commit that made it so: in this process if it takes it, else in another. Does
   * not wait and never throws. If this is lost, the work is found by its row within 15 s.
   */
  startDue(work: DueWork, at?: Date): void
  /**
   * Calls `take` with work that this or another process started, until the returned function is called. `take` returns false if
   * this process cannot do it now. Calls `onListening` when this process listens to the others, also after a lost connection: what they started
   * before is not reported.
   */
  subscribeDue(take: TakeDue, onListening: () => void): () => void
  close(): Promise<void>
}

type TakeDue = (work: DueWork, at?: Date) => boolean

export interface LiveOptions extends Partial<HintTimes> {
  /** Called for each notification that this process receives, to count them. */
  onNotification?: () => void
}

/**
 * Live updates over PostgreSQL's LISTEN and NOTIFY, on a dedicated connection to `url` that is re-established when it breaks.
 * `url` must not lead through a transaction pooler.
 */
export function connectLive(url: string, { onNotification, ...times }: LiveOptions = {}): Live {
  const processId = randomUUID()
  const sessionSubscribers = new Set<(userId: string) => void>()
  const takenSubscribers = new Set<(taken: TakenTokens) => void>()
  let dueSubscriber: { take: TakeDue; onListening: () => void } | null = null
  const connection = openLiveConnection(url, {
    onConnect: async (run) => {
      await run(`listen ${sessionsChannel}; listen ${takenChannel}`)
      await hints.listenAgain(run)
    },
    onConnected: () => {
      hints.listenSoon()
      listenToDue()
      void sender.flush()
    },
    onNotification: (channel, payload) => {
      onNotification?.()
      if (channel === dueChannel) receiveDue(JSON.parse(payload) as DueWork[])
      else if (channel === takenChannel) receiveTaken(JSON.parse(payload) as TakenHint)
      else if (channel === sessionsChannel) receiveSessions(JSON.parse(payload) as string[])
      else hints.receive(channel, payload)
    },
  })
  const hints = watchTenantHints(connection, { ...defaultHintTimes, ...times })
  const sender = makeHintSender(connection, processId)

  function receiveSessions(userIds: string[]): void {
    for (const userId of userIds) for (const onChange of sessionSubscribers) onChange(userId)
  }

  function receiveTaken({ by, taken }: TakenHint): void {
    if (by === processId) return
    for (const [limiter, key, tokens] of taken)
      for (const onTaken of takenSubscribers) onTaken({ limiter, key, tokens })
  }

  function listenToDue(): void {
    if (dueSubscriber && connection.isConnected())
      connection
        .run(`listen ${dueChannel}`)
        .then(() => dueSubscriber?.onListening())
        .catch(reportErrorAt('live subscription'))
  }

  function receiveDue(due: DueWork[]): void {
    for (const work of due) dueSubscriber?.take(work)
  }

  return {
    announce: (tenantId, types, appendedCount) =>
      sender.addTenant(tenantId, { topics: topicsOf(types), eventCount: appendedCount }),
    announceTopic: (tenantId, topic) => sender.addTenant(tenantId, { topics: [topic], eventCount: 0 }),
    announceSessions: (userId) => sender.addSessions(userId),
    subscribeSessions(onChange) {
      sessionSubscribers.add(onChange)
      return () => void sessionSubscribers.delete(onChange)
    },
    announceTaken: (taken) => sender.addTaken(taken),
    subscribeTaken(onTaken) {
      takenSubscribers.add(onTaken)
      return () => void takenSubscribers.delete(onTaken)
    },
    startDue(work, at) {
      if (!dueSubscriber?.take(work, at) && !at) sender.addDue(work)
    },
    subscribeDue(take, onListening) {
      dueSubscriber = { take, onListening }
      listenToDue()
      return () => void (dueSubscriber = null)
    },
    subscribe: (tenantId, topic, onChange) => hints.subscribe(tenantId, topic, onChange),
    async close() {
      hints.stop()
      sender.stop()
      await connection.close()
    },
  }
}
