import { defineEntity, type InferEntity } from '@mikro-orm/core'

/** A company that uses Porchlight. */
export const Tenant = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  properties: (p) => ({
    id: p.uuid().primary(),
    name: p.string(),
    companyName: p.string(),
    /** The IANA time zone in which the calendar periods of all metrics are computed. */
    timeZone: p.string().default('America/Indiana/Indianapolis'),
    /** Whether reps see the properties of their colleagues on the map and may knock there. */
    teamDoorsVisible: p.boolean().default(true),
    /** Whether its users must sign in with two factors. */
    requireTwoFactors: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Null while the tenant is in use. */
    archivedAt: p.datetime().nullable(),
  }),
})
export type Tenant = InferEntity<typeof Tenant>
