import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { KnockOutcome } from '../domain/enums.ts'

/** One knock on one door, under the event id its rep's device gave it. */
export const Knock = defineEntity({
  name: 'Knock',
  tableName: 'knocks',
  properties: (p) => ({
    tenantId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    /** None once the house was deleted. */
    propertyId: p.uuid().nullable(),
    repId: p.uuid(),
    sessionId: p.uuid().nullable(),
    outcome: p.string().$type<KnockOutcome>(),
    note: p.text().nullable(),
    lat: p.double().nullable(),
    lng: p.double().nullable(),
    occurredAt: p.datetime(),
    withdrawnAt: p.datetime().nullable(),
  }),
})
export type Knock = InferEntity<typeof Knock>

/** A rep's round from door to door, from start to end. */
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
