import type { ApolloCache } from '@apollo/client'
import { v7 as uuidv7 } from 'uuid'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import {
  type KnockOutcome,
  LastKnockFragmentDoc,
  type NewPropertyInput,
  type PropertyStatus,
} from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { OverlaidCache } from '../../lib/overlaidCache.ts'
import type { Outbox } from '../../session/outbox/outbox.ts'
import { type DoorState, makerOf, type NewOutboxItem, type NewPhoto } from '../../session/outbox/outboxItems.ts'
import { pendingIdAt } from '../../session/outbox/pendingIdAt.ts'
import { rememberPropertyId, savedIdOf } from './savedPropertyIds.ts'

export interface KnockTarget {
  /** The id of the property, or a temporary one with `newProperty`. */
  id: string
  /** The house, if it is not saved: it is saved with the knock. */
  newProperty?: NewPropertyInput | undefined
  address: string
  streetNumber: string
  status: PropertyStatus
}

/** What a rep adds to a knock. */
export interface KnockExtras {
  note?: string | undefined
  /** A knock has at most `maxPhotosOfKnock`. */
  photos?: readonly NewPhoto[] | undefined
  /** When the rep wants to come back. */
  comeBackAt?: Date | undefined
}

export interface KnockOptions extends KnockExtras {
  /** The outcome of the company that was chosen. It is counted as its meaning, which is `outcome`. */
  own?: OwnOutcome | undefined
  /** Called when the user undoes the knock. */
  onUndo?: () => void
  sessionId?: string | undefined
  at?: (Point & { accuracyMeters?: number | undefined }) | undefined
}

/** A knock, as far as undoing it needs. */
export interface OwnKnock {
  eventId: string
  propertyId: string
  /** The address, for the list of what waits. */
  title: string
  knockedAt?: string | undefined
  sessionId?: string | undefined
  before?: DoorState | undefined
}

/** The knock as an item, after the property if it has to be saved first. */
export function toItems(
  cache: ApolloCache,
  outbox: Outbox,
  property: KnockTarget,
  outcome: KnockOutcome,
  { own, sessionId, at, note, photos, comeBackAt }: KnockOptions,
): NewOutboxItem[] {
  const { items } = outbox.state()
  const [eventId, occurredAt] = [uuidv7(), new Date().toISOString()]
  const { newProperty } = property
  const knownId = newProperty ? (savedIdOf(outbox, property.id) ?? pendingIdAt(items, newProperty)) : property.id
  const propertyId = knownId ?? uuidv7()
  if (newProperty) rememberPropertyId(property.id, propertyId)
  const maker = knownId ? makerOf(items, knownId) : propertyId
  const shared = { propertyId, title: property.address }
  const knock: NewOutboxItem = {
    ...shared,
    action: {
      id: eventId,
      kind: 'KNOCK',
      occurredAt,
      dependsOn: maker ? [maker] : [],
      knock: {
        propertyId,
        outcome,
        ...(own && { outcomeId: own.id }),
        sessionId,
        note,
        comeBackAt: comeBackAt?.toISOString(),
        ...at,
      },
    },
    before: readDoor(cache, propertyId, property.status),
    sessionId,
    photos,
    ...(own && { outcomeName: own.name }),
  }
  if (knownId || !newProperty) return [knock]
  const input = { ...newProperty, id: propertyId }
  return [
    { ...shared, action: { id: propertyId, kind: 'PROPERTY', occurredAt, property: input }, madeFor: eventId },
    knock,
  ]
}

/** The last knock as the marker shows it, and the status of the property. */
function readDoor(cache: ApolloCache, id: string, status: PropertyStatus): DoorState {
  const cacheId = cache.identify({ __typename: 'MapMarker', id })
  const read = cache.readFragment({ id: cacheId, fragment: LastKnockFragmentDoc })
  const marker = { __typename: 'MapMarker', id, lastOutcome: null, lastKnockedAt: null, ...read, status }
  const { lastOutcome, lastKnockedAt, status: shown } = cache instanceof OverlaidCache ? cache.show(marker) : marker
  return { status: shown, lastOutcome, lastKnockedAt }
}

/** The knock with its photos as the outbox has them now: some may have been uploaded. */
export function withPhotosOf(outbox: Outbox, knock: NewOutboxItem): NewOutboxItem {
  const { items, sent } = outbox.state()
  const stored = [...items, ...sent].find(({ action }) => action.id === knock.action.id)
  if (!stored) return knock
  const { photos, action } = stored
  return {
    ...knock,
    photos,
    action: { ...knock.action, knock: { ...knock.action.knock!, photoIds: action.knock?.photoIds } },
  }
}

export function withExtras(knock: NewOutboxItem, { note, photos, comeBackAt }: KnockExtras): NewOutboxItem {
  const { action } = knock
  return {
    ...knock,
    ...(photos && { photos: [...(knock.photos ?? []), ...photos] }),
    action: {
      ...action,
      knock: {
        ...action.knock!,
        ...(note !== undefined && { note: note || null }),
        ...(comeBackAt && { comeBackAt: comeBackAt.toISOString() }),
      },
    },
  }
}

export function withdrawalOf(outbox: Outbox, knockId: string, knock: Omit<OwnKnock, 'eventId'>): NewOutboxItem {
  const isUnsent = outbox.state().items.some(({ action }) => action.id === knockId)
  return {
    ...knock,
    action: {
      id: uuidv7(),
      kind: 'WITHDRAWAL',
      occurredAt: new Date().toISOString(),
      dependsOn: isUnsent ? [knockId] : [],
      withdrawal: { knockId },
    },
  }
}

export function toOwnKnock(outbox: Outbox, { action, propertyId, title, sessionId, before }: NewOutboxItem): OwnKnock {
  const savedId = outbox.savedPropertyId(propertyId!) ?? propertyId!
  return { eventId: action.id, propertyId: savedId, title, knockedAt: action.occurredAt, sessionId, before }
}
