import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { LeadStatus, Priority, PropertyType } from '../domain/enums.ts'

/** Work that a customer at a property may want done, with one service type, a priority and a status. */
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
    /** The rep who created the lead and is credited with its conversion. */
    repId: p.uuid(),
    /** The user who works on the lead; null for nobody. A rep sees the leads they created and those assigned to them. */
    assignedTo: p.uuid().nullable(),
    /** A stage of the tenant; only a contacted lead has one. */
    stageId: p.uuid().nullable(),
    followUpAt: p.datetime().nullable(),
    valueCents: p.integer().nullable(),
    source: p.string().nullable(),
    contactName: p.string().nullable(),
    contactPhone: p.string().nullable(),
    contactEmail: p.string().nullable(),
    /** 1, and one more with each change (rowVersions.sql.ts). */
    version: p.integer().default(1),
    createdAt: p.datetime(),
    /** The time at which the lead was counted as converted; null while it is not completed. */
    completedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  }),
})
export type Lead = InferEntity<typeof Lead>
