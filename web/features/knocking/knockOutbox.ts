import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { OUTBOX_KEY_PREFIX } from '../../session/storage.ts'

/** A knock that was made at a door and that the server has not acknowledged yet. */
export interface PendingKnock {
  kind: 'knock'
  /** The client's id for this fact: sending it twice counts it once. */
  eventId: string
  propertyId: string
  address: string
  outcome: KnockOutcome
  /** ISO 8601, when it happened in the field. */
  occurredAt: string
  sessionId?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
  /** What the house showed before, for taking the knock back. */
  statusBefore: PropertyStatus
}

/** A knock that the server has and that was taken back while it could not be reached. */
export interface PendingWithdrawal {
  kind: 'withdrawal'
  eventId: string
  propertyId: string
  address: string
  outcome: KnockOutcome
  occurredAt: string
}

export type OutboxEntry = PendingKnock | PendingWithdrawal

/** What became of one attempt to send. 'later' keeps the entry, the others remove it. */
export type SendResult = 'sent' | 'later' | 'refused'

/**
 * Knocks that wait on this phone, oldest first. They survive a reload, a lost connection and the end of the session
 * (decision 17); each user has their own, so that nobody sends another's knocks.
 */
export interface KnockOutbox {
  entries(): readonly OutboxEntry[]
  /** The event ids of those that were tried and could not be sent: not on their way, but waiting. */
  failedAttempts(): ReadonlySet<string>
  add(entry: OutboxEntry): void
  /** Takes a knock back before it was sent. False when it is on its way or gone: then it must be withdrawn. */
  cancel(eventId: string): boolean
  /**
   * Sends oldest first and stops at the first that must wait, so that the order at a door is kept. Asked for during a
   * flush, it goes on by the newest `send`: the session of an older one may have ended.
   */
  flush(send: (entry: OutboxEntry) => Promise<SendResult>): Promise<void>
  subscribe(onChange: () => void): () => void
}

const outboxes = new Map<string, KnockOutbox>()

/** The one queue of this name in this tab: who adds to it and who sends from it see the same, and send once. */
export function sharedOutbox(name: string): KnockOutbox {
  const outbox = outboxes.get(name) ?? createOutbox(localStorage, name)
  outboxes.set(name, outbox)
  return outbox
}

export function createOutbox(storage: Storage, name: string): KnockOutbox {
  const key = OUTBOX_KEY_PREFIX + name
  const listeners = new Set<() => void>()
  let stored: string | null = null
  let entries: readonly OutboxEntry[] = []
  let failedAttempts: ReadonlySet<string> = new Set()
  let sending: OutboxEntry | undefined
  let latestSend: (entry: OutboxEntry) => Promise<SendResult>
  let flushing: Promise<void> | undefined
  let flushRequested = false

  // What is stored is the truth: another tab of the same user adds to the same list, and sends from it.
  const readEntries = () => {
    const found = storage.getItem(key)
    if (found !== stored) entries = parse(found)
    stored = found
    return entries
  }
  const notify = () => listeners.forEach((onChange) => onChange())
  const writeEntries = (next: readonly OutboxEntry[]) => {
    if (next.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(next))
    notify()
  }
  const remove = (entry: OutboxEntry) => writeEntries(readEntries().filter((other) => !isSameEntry(other, entry)))
  const sendAll = async () => {
    for (let [next] = readEntries(); next; [next] = readEntries()) {
      sending = next
      const sent = await latestSend(next).finally(() => {
        sending = undefined
      })
      if (sent === 'later') {
        failedAttempts = new Set(failedAttempts).add(next.eventId)
        return notify()
      }
      remove(next)
    }
  }

  // Asked for during a flush, and be it in the moment after its last entry: it looks once more.
  const sendUntilIdle = async () => {
    do {
      flushRequested = false
      await sendAll()
    } while (flushRequested)
  }

  return {
    entries: readEntries,
    failedAttempts: () => failedAttempts,
    add: (entry) => writeEntries([...readEntries().filter((other) => !isSameEntry(other, entry)), entry]),
    cancel: (eventId) => {
      const waiting = readEntries().find((entry) => entry.kind === 'knock' && entry.eventId === eventId)
      if (!waiting || sending?.eventId === eventId) return false
      remove(waiting)
      return true
    },
    flush: (send) => {
      latestSend = send
      flushRequested = Boolean(flushing)
      flushing ??= sendUntilIdle().finally(() => {
        flushing = undefined
      })
      return flushing
    },
    subscribe: (onChange) => {
      const fromAnotherTab = (event: StorageEvent) => {
        if (event.key === key || event.key === null) onChange()
      }
      listeners.add(onChange)
      globalThis.addEventListener?.('storage', fromAnotherTab)
      return () => {
        listeners.delete(onChange)
        globalThis.removeEventListener?.('storage', fromAnotherTab)
      }
    },
  }
}

function isSameEntry(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.kind === other.kind && one.eventId === other.eventId
}

function parse(stored: string | null): readonly OutboxEntry[] {
  try {
    const kept: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(kept) ? (kept as OutboxEntry[]) : []
  } catch {
    return []
  }
}
