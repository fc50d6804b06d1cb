import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { LeadStatus, Priority, PropertyType } from '../domain/enums.ts'

/** Work that somebody at a property may want done: one service type, one priority, a status. */
export const Lead = defineEntity({
  name: 'Lead',
  tableName: 'leads',
  properties: (p) => ({
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    propertyId: p.uuid(),
    tag: p.string().$type<PropertyType>(),
    priority: p.string().$type<Priority>(),
    status: p.string().$type<LeadStatus>().default('new'),
    templateData: p.json<Record<string, unknown>>(),
    /** Who created it, and is credited with its conversion. */
    repId: p.uuid(),
    createdAt: p.datetime(),
    /** When it was counted as converted; null while it is not completed. */
    completedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  }),
})
export type Lead = InferEntity<typeof Lead>
