import { v7 as uuidv7 } from 'uuid'
import type { KnockOutcome, LastKnockFragment, NewPropertyInput, PropertyStatus } from '../../gql/graphql.ts'
import { OUTBOX_KEY_PREFIX } from '../person/storage.ts'
import type { Outbox } from './outbox.ts'
import type { NewOutboxItem } from './outboxItems.ts'

/** An unsent knock or withdrawal as release 0.1 stored it in local storage. */
interface StoredEntry {
  kind: 'knock' | 'withdrawal'
  eventId: string
  propertyId: string
  address: string
  outcome: KnockOutcome
  occurredAt: string
  sessionId?: string
  newProperty?: NewPropertyInput
  lat?: number
  lng?: number
  lastKnockBefore?: LastKnockFragment
  statusBefore?: PropertyStatus
}

/** Moves the unsent knocks of release 0.1 into the outbox. They leave `storage` once the outbox has them. */
export async function importStoredKnocks(outbox: Outbox, storage: Storage): Promise<void> {
  const key = OUTBOX_KEY_PREFIX + outbox.name
  const stored = storage.getItem(key)
  if (stored === null) return
  await outbox.add(...parse(stored).flatMap(toItems))
  storage.removeItem(key)
}

function parse(stored: string): readonly StoredEntry[] {
  try {
    const entries: unknown = JSON.parse(stored)
    return Array.isArray(entries) ? (entries as StoredEntry[]) : []
  } catch {
    return []
  }
}

function toItems(entry: StoredEntry): NewOutboxItem[] {
  const { eventId, occurredAt, outcome, sessionId, newProperty, lat, lng } = entry
  const propertyId = newProperty ? uuidv7() : entry.propertyId
  const shared = { propertyId, title: entry.address, sessionId }
  if (entry.kind === 'withdrawal')
    return [{ ...shared, action: { id: uuidv7(), kind: 'WITHDRAWAL', occurredAt, withdrawal: { knockId: eventId } } }]
  const dependsOn = newProperty ? [propertyId] : []
  const knock: NewOutboxItem = {
    ...shared,
    action: { id: eventId, kind: 'KNOCK', occurredAt, dependsOn, knock: { propertyId, outcome, sessionId, lat, lng } },
    before: { status: entry.statusBefore ?? 'NEW', lastOutcome: null, lastKnockedAt: null, ...entry.lastKnockBefore },
  }
  if (!newProperty) return [knock]
  const property = { ...newProperty, id: propertyId }
  return [{ ...shared, action: { id: propertyId, kind: 'PROPERTY', occurredAt, property }, madeFor: eventId }, knock]
}
