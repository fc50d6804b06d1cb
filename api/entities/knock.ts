import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { KnockOutcome } from '../domain/enums.ts'

/** One knock at a property. `eventId` was generated on the rep's device. */
export interface Knock {
  tenantId: string
  eventId: string
  /** Null after the property was deleted. */
  propertyId: string | null
  repId: string
  sessionId: string | null
  outcome: KnockOutcome
  note: string | null
  lat: number | null
  lng: number | null
  /** The accuracy of the point, in meters. */
  accuracyMeters: number | null
  photoId: string | null
  occurredAt: Date
  withdrawnAt: Date | null
}

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
