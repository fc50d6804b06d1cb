import type { RecordOf } from '../domain/fields.ts'
import type { leadFields } from '../domain/leads/leadFields.ts'

/** Work that a customer at a property may want done, with one service type, a priority and a status. */
export interface Lead extends RecordOf<Omit<typeof leadFields, 'value'>> {
  tenantId: string
  id: string
  templateData: Record<string, unknown>
  /** A stage of the tenant; only a contacted lead has one. */
  stageId: string | null
  valueCents: number | null
  /** 1, and one more with each change (rowVersions.sql.ts). */
  version: number
  updatedAt: Date
}
