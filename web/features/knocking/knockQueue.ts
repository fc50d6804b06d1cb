import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { WAITING_KNOCKS } from '../../session/storage.ts'

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
 * Knocks that wait on this phone, oldest first. They survive a reload, a lost connection and the end of the session
 * (decision 17); each user has their own, so that nobody sends another's knocks.
 */
export interface KnockQueue {
  entries(): readonly Pending[]
  /** The event ids of those that were tried and could not be sent: not on their way, but waiting. */
  triedInVain(): ReadonlySet<string>
  add(entry: Pending): void
  /** Takes a knock back before it was sent. False when it is on its way or gone: then it must be withdrawn. */
  cancel(eventId: string): boolean
  /**
   * Sends oldest first and stops at the first that must wait, so that the order at a door is kept. Asked for during a
   * flush, it goes on by the newest `send`: the session of an older one may have ended.
   */
  flush(send: (entry: Pending) => Promise<Sent>): Promise<void>
  subscribe(changed: () => void): () => void
}

const queues = new Map<string, KnockQueue>()

/** The one queue of this name in this tab: who adds to it and who sends from it see the same, and send once. */
export function sharedQueue(name: string): KnockQueue {
  const queue = queues.get(name) ?? knockQueue(localStorage, name)
  queues.set(name, queue)
  return queue
}

export function knockQueue(storage: Storage, name: string): KnockQueue {
  const key = WAITING_KNOCKS + name
  const watchers = new Set<() => void>()
  let stored: string | null = null
  let entries: readonly Pending[] = []
  let triedInVain: ReadonlySet<string> = new Set()
  let sending: Pending | undefined
  let sendNow: (entry: Pending) => Promise<Sent>
  let flushing: Promise<void> | undefined
  let askedAgain = false

  // What is stored is the truth: another tab of the same user adds to the same list, and sends from it.
  const current = () => {
    const found = storage.getItem(key)
    if (found !== stored) entries = parse(found)
    stored = found
    return entries
  }
  const tell = () => watchers.forEach((changed) => changed())
  const change = (next: readonly Pending[]) => {
    if (next.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(next))
    tell()
  }
  const drop = (entry: Pending) => change(current().filter((other) => !same(other, entry)))
  const sendAll = async () => {
    for (let [next] = current(); next; [next] = current()) {
      sending = next
      const sent = await sendNow(next).finally(() => {
        sending = undefined
      })
      if (sent === 'later') {
        triedInVain = new Set(triedInVain).add(next.eventId)
        return tell()
      }
      drop(next)
    }
  }

  // Asked for during a flush, and be it in the moment after its last entry: it looks once more.
  const sendWhileAsked = async () => {
    do {
      askedAgain = false
      await sendAll()
    } while (askedAgain)
  }

  return {
    entries: current,
    triedInVain: () => triedInVain,
    add: (entry) => change([...current().filter((other) => !same(other, entry)), entry]),
    cancel: (eventId) => {
      const waiting = current().find((entry) => entry.kind === 'knock' && entry.eventId === eventId)
      if (!waiting || sending?.eventId === eventId) return false
      drop(waiting)
      return true
    },
    flush: (send) => {
      sendNow = send
      askedAgain = Boolean(flushing)
      flushing ??= sendWhileAsked().finally(() => {
        flushing = undefined
      })
      return flushing
    },
    subscribe: (changed) => {
      const fromAnotherTab = (event: StorageEvent) => {
        if (event.key === key || event.key === null) changed()
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

function parse(stored: string | null): readonly Pending[] {
  try {
    const kept: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(kept) ? (kept as Pending[]) : []
  } catch {
    return []
  }
}
