import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { OUTBOX_KEY_PREFIX } from '../../session/storage.ts'

/** A knock that the server has not acknowledged. */
export interface PendingKnock {
  kind: 'knock'
  /** The client-generated id of the event, which makes retries idempotent. */
  eventId: string
  propertyId: string
  address: string
  outcome: KnockOutcome
  /** ISO 8601: when the knock happened. */
  occurredAt: string
  sessionId?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
  /** The property's status before the knock, restored on undo. */
  statusBefore: PropertyStatus
}

/** The withdrawal of a knock that has already been sent. */
export interface PendingWithdrawal {
  kind: 'withdrawal'
  eventId: string
  propertyId: string
  address: string
  outcome: KnockOutcome
  occurredAt: string
}

export type OutboxEntry = PendingKnock | PendingWithdrawal

/** The result of an attempt to send. 'later' keeps the entry in the outbox; the others remove it. */
export type SendResult = 'sent' | 'later' | 'refused'

/**
 * Knocks stored on this device until they are sent, oldest first. They survive a reload, a lost connection, and sign-
 * out (decision 17). Each user has a separate outbox, so that knocks are never sent under another account.
 */
export interface KnockOutbox {
  entries(): readonly OutboxEntry[]
  /** Event ids of entries that could not be sent, as opposed to entries whose first attempt is still running. */
  failedAttempts(): ReadonlySet<string>
  add(entry: OutboxEntry): void
  /**
   * Removes a knock that has not been sent. Returns false if it is being sent or already gone, so that it must be
   * withdrawn.
   */
  cancel(eventId: string): boolean
  /**
   * Sends oldest first and stops at the first entry that fails, to preserve their order. A call during a flush replaces
   * `send` for the remaining entries, because the session of the earlier `send` may have ended.
   */
  flush(send: (entry: OutboxEntry) => Promise<SendResult>): Promise<void>
  subscribe(onChange: () => void): () => void
}

const outboxes = new Map<string, KnockOutbox>()

/** The outbox of this name, shared by everything in this tab so that each entry is sent once. */
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

  // Read storage every time: another tab of the same user may have changed it.
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

  // Start over if `flush` was called meanwhile, so that an entry added after the last read is sent too.
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
