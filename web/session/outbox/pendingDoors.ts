import type { KnockOutcome, KnockSummaryFragment, NewPropertyInput } from '../../gql/graphql.ts'
import { statusAfterKnock } from '../../domain/statusAfterKnock.ts'
import {
  type DoorState,
  isKnock,
  isWithdrawal,
  newPropertyOf,
  type OutboxItem,
  withdrawnKnockId,
} from './outboxItems.ts'

type Knock = Omit<KnockSummaryFragment, 'rep'> & { photo?: Blob | undefined }

/** What the outbox changes of one property, compared with what the server returns. */
export interface PendingDoor {
  /** Knocks that were not sent, in the order of their making. */
  knocks: readonly Knock[]
  /** Ids of knocks that were withdrawn. */
  withdrawn: ReadonlySet<string>
  /** What the marker shows; undefined if only an older knock was withdrawn, whose time before is not known. */
  state: DoorState | undefined
}

/** The knocks and withdrawals in the outbox by property. What the server refused still counts as done by the rep. */
export function pendingDoors(items: readonly OutboxItem[]): ReadonlyMap<string, PendingDoor> {
  const doors = new Map<string, { knocks: Knock[]; withdrawn: Set<string>; state: DoorState | undefined }>()
  for (const item of items) {
    if (!item.propertyId || !(isKnock(item) || isWithdrawal(item))) continue
    const door = doors.get(item.propertyId) ?? { knocks: [], withdrawn: new Set(), state: item.before }
    doors.set(item.propertyId, door)
    const { action } = item
    const withdrawn = withdrawnKnockId(item)
    if (withdrawn) {
      door.withdrawn.add(withdrawn)
      door.knocks = door.knocks.filter(({ eventId }) => eventId !== withdrawn)
      if (item.before) door.state = item.before
    } else if (action.knock) {
      const { outcome, note } = action.knock
      door.knocks.push({
        eventId: action.id,
        outcome,
        occurredAt: action.occurredAt,
        note: note ?? null,
        photoId: null,
        photo: item.photo,
        distanceMeters: null,
      })
      door.state = {
        status: statusAfterKnock(outcome, door.state?.status ?? 'NEW'),
        lastOutcome: outcome,
        lastKnockedAt: action.occurredAt,
      }
    }
  }
  return doors
}

/** What a marker or a property shows of its last knock. */
interface LastKnock {
  id: string
  status: DoorState['status']
  lastOutcome?: KnockOutcome | null
  lastKnockedAt?: string | null
}

/** `door` with what the outbox changes of it. A knock by somebody else that is later than these stays. */
export function withPendingState<Door extends LastKnock>(door: Door, pending: ReadonlyMap<string, PendingDoor>): Door {
  const change = pending.get(door.id)
  if (!change?.state) return door
  const { state, knocks } = change
  const { lastKnockedAt } = door
  const isLater =
    lastKnockedAt && knocks.length > 0 && Date.parse(lastKnockedAt) > Date.parse(state.lastKnockedAt ?? '')
  return isLater ? door : { ...door, ...state }
}

/** The knocks of a property with those in the outbox, by `rep`, and without those withdrawn. */
export function withPendingKnocks<Summary extends KnockSummaryFragment>(
  knocks: readonly Summary[],
  pending: PendingDoor | undefined,
  rep: NonNullable<KnockSummaryFragment['rep']>,
): readonly KnockSummaryFragment[] {
  if (!pending) return knocks
  const known = new Set(knocks.map(({ eventId }) => eventId))
  const unsent = pending.knocks.filter(({ eventId }) => !known.has(eventId)).map((knock) => ({ ...knock, rep }))
  return [...unsent, ...knocks.filter(({ eventId }) => !pending.withdrawn.has(eventId))]
}

/** A property that was saved on this device and not sent. */
export interface PendingProperty {
  id: string
  property: NewPropertyInput
}

/** The properties in the outbox. */
export const pendingProperties = (items: readonly OutboxItem[]): readonly PendingProperty[] =>
  items.flatMap((item) => {
    const property = newPropertyOf(item)
    return property ? [{ id: String(property.id), property }] : []
  })

/** The doors that the outbox adds to a session, or takes from it. */
export const unsentDoors = (items: readonly OutboxItem[], sessionId: string): number =>
  items.reduce(
    (sum, item) => (item.sessionId !== sessionId ? sum : sum + (isKnock(item) ? 1 : isWithdrawal(item) ? -1 : 0)),
    0,
  )
