import type { LeadStatus, Priority, PropertyType } from '../domain/enums.ts'

/** Work that a customer at a property may want done, with one service type, a priority and a status. */
export interface Lead {
  tenantId: string
  id: string
  propertyId: string
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  templateData: Record<string, unknown>
  /** The rep who created the lead and is credited with its conversion. */
  repId: string
  /** The user who works on the lead; null for nobody. A rep sees the leads they created and those assigned to them. */
  assignedTo: string | null
  /** A stage of the tenant; only a contacted lead has one. */
  stageId: string | null
  followUpAt: Date | null
  valueCents: number | null
  source: string | null
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  /** 1, and one more with each change (rowVersions.sql.ts). */
  version: number
  createdAt: Date
  /** The time at which the lead was counted as converted; null while it is not completed. */
  completedAt: Date | null
  updatedAt: Date
}
