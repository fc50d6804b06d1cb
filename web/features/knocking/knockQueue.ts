import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'

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

export type Pending = PendingKnock | PendingWithdrawal

/** What became of one attempt to send. 'later' keeps the entry, the others remove it. */
export type Sent = 'sent' | 'later' | 'refused'

/**
 * Knocks that wait on this phone, oldest first. They survive a reload and a lost connection; each user has their
 * own, so that nobody sends another's knocks.
 */
export interface KnockQueue {
  entries(): readonly Pending[]
  add(entry: Pending): void
  /** Takes a knock back before it was sent. False when it is on its way or gone: then it must be withdrawn. */
  cancel(eventId: string): boolean
  /** Sends oldest first and stops at the first that must wait, so that the order at a door is kept. */
  flush(send: (entry: Pending) => Promise<Sent>): Promise<void>
  subscribe(changed: () => void): () => void
}

export function knockQueue(storage: Storage, userId: string): KnockQueue {
  const key = `porchlight.knocks.${userId}`
  const watchers = new Set<() => void>()
  let entries: readonly Pending[] = read(storage, key)
  let sending: Pending | undefined
  let flushing: Promise<void> | undefined
  let askedAgain = false

  // Every change starts from what is stored: another tab of the same user adds to the same list.
  const change = (next: (stored: readonly Pending[]) => readonly Pending[]) => {
    entries = next(read(storage, key))
    if (entries.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(entries))
    watchers.forEach((changed) => changed())
  }
  const drop = (entry: Pending) => change((stored) => stored.filter((other) => !same(other, entry)))
  const sendAll = async (send: (entry: Pending) => Promise<Sent>) => {
    for (let next = entries[0]; next; next = entries[0]) {
      sending = next
      const sent = await send(next).finally(() => {
        sending = undefined
      })
      if (sent === 'later') return
      drop(next)
    }
  }

  // Asked for during a flush, and be it in the moment after its last entry: it looks once more.
  const sendWhileAsked = async (send: (entry: Pending) => Promise<Sent>) => {
    do {
      askedAgain = false
      await sendAll(send)
    } while (askedAgain)
  }

  return {
    entries: () => entries,
    add: (entry) => change((stored) => [...stored.filter((other) => !same(other, entry)), entry]),
    cancel: (eventId) => {
      const waiting = entries.find((entry) => entry.kind === 'knock' && entry.eventId === eventId)
      if (!waiting || sending?.eventId === eventId) return false
      drop(waiting)
      return true
    },
    flush: (send) => {
      askedAgain = Boolean(flushing)
      flushing ??= sendWhileAsked(send).finally(() => {
        flushing = undefined
      })
      return flushing
    },
    subscribe: (changed) => {
      const fromAnotherTab = (event: StorageEvent) => {
        if (event.key !== key) return
        entries = read(storage, key)
        changed()
      }
      watchers.add(changed)
      globalThis.addEventListener?.('storage', fromAnotherTab)
      return () => {
        watchers.delete(changed)
        globalThis.removeEventListener?.('storage', fromAnotherTab)
      }
    },
  }
}

function same(one: Pending, other: Pending): boolean {
  return one.kind === other.kind && one.eventId === other.eventId
}

function read(storage: Storage, key: string): readonly Pending[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Pending[]) : []
  } catch {
    return []
  }
}
