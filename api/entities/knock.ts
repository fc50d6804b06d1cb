import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { KnockOutcome } from '../domain/enums.ts'

/** One knock at a property. `eventId` was generated on the rep's device. */
export const Knock = defineEntity({
  name: 'Knock',
  tableName: 'knocks',
  properties: (p) => ({
    tenantId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    /** Null after the property was deleted. */
    propertyId: p.uuid().nullable(),
    repId: p.uuid(),
    sessionId: p.uuid().nullable(),
    outcome: p.string().$type<KnockOutcome>(),
    note: p.text().nullable(),
    lat: p.double().nullable(),
    lng: p.double().nullable(),
    /** The accuracy of the point, in meters. */
    accuracyMeters: p.double().nullable(),
    photoId: p.uuid().nullable(),
    occurredAt: p.datetime(),
    withdrawnAt: p.datetime().nullable(),
  }),
})
export type Knock = InferEntity<typeof Knock>

/** A rep's knock session. */
export const KnockSession = defineEntity({
  name: 'KnockSession',
  tableName: 'knock_sessions',
  properties: (p) => ({
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    repId: p.uuid(),
    startedAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    lat: p.double().nullable(),
    lng: p.double().nullable(),
  }),
})
export type KnockSession = InferEntity<typeof KnockSession>
