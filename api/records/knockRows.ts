import type { KnockFlag, KnockOutcome } from '../domain/enums.ts'
import type { NullablePoint } from '../domain/point.ts'

/** One knock at a property. `eventId` was generated on the rep's device. */
export interface Knock extends NullablePoint {
  tenantId: string
  eventId: string
  /** Null after the property was deleted. */
  propertyId: string | null
  repId: string
  sessionId: string | null
  outcome: KnockOutcome
  /** The own outcome that was chosen; null for a built-in one. */
  outcomeId: string | null
  /** The name of the outcome when the knock was logged. */
  outcomeName: string
  note: string | null
  /** The accuracy of the point, in meters. */
  accuracyMeters: number | null
  /** In the order in which they are shown. */
  photoIds: string[]
  /** When the rep wants to come back; null if unknown, and for other outcomes. */
  comeBackAt: Date | null
  occurredAt: Date
  withdrawnAt: Date | null
  /** The import that brought it; null for a knock that a rep logged. */
  importId: string | null
  /** Whether metrics of work count it. */
  counted: boolean
  /** What was wrong with the knock, which was accepted all the same. */
  flags: KnockFlag[]
}

/** SQL: the ids of the photos of the knock `k`, in the order in which they are shown. `tenant` is the parameter with its tenant. */
export const photoIdsOfKnock = (tenant: string): string => `array(select f.photo_id from knock_photos f
    where f.tenant_id = ${tenant} and f.tenant_id = k.tenant_id and f.knock_id = k.event_id order by f.place)`

/** A rep's knock session. */
export interface KnockSession extends NullablePoint {
  tenantId: string
  id: string
  repId: string
  startedAt: Date
  endedAt: Date | null
}
