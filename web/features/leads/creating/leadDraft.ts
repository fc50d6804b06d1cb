import type { CreateLeadInput, Priority, PropertyType } from '../../../gql/graphql.ts'
import { fromFieldTime } from '../../../lib/dates.ts'

/** What is chosen and typed for a new lead. */
export interface LeadDraft {
  type: PropertyType | null
  priority: Priority
  contactName: string
  contactPhone: string
  /** The text of the field: '2026-11-30T15:00', or ''. */
  followUp: string
}

export const emptyLead: LeadDraft = { type: null, priority: 'NORMAL', contactName: '', contactPhone: '', followUp: '' }

/** The fields of the lead. What was left empty is omitted. */
export function toLeadInput(tag: PropertyType, draft: LeadDraft): Omit<CreateLeadInput, 'propertyId' | 'newProperty'> {
  const contactName = draft.contactName.trim()
  const contactPhone = draft.contactPhone.trim()
  const followUpAt = draft.followUp ? fromFieldTime(draft.followUp)?.toISOString() : undefined
  return {
    tag,
    priority: draft.priority,
    ...(contactName && { contactName }),
    ...(contactPhone && { contactPhone }),
    ...(followUpAt && { followUpAt }),
  }
}
