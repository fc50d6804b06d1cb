import type { HistoryEntryFragment } from '../../gql/graphql.ts'
import { fieldWords } from '../../domain/fieldLabels.ts'
import { outcomeLabels } from '../../domain/labels.ts'
import { priorityLabels, propertyTypeLabels, statusLabels } from '../../domain/labels.ts'

export type HistoryEntry = HistoryEntryFragment

/** The text of a history entry: 'Lead created · Storm Damage · High Priority'. */
export function formatHistoryEntry(entry: HistoryEntry): string {
  const parts: Record<HistoryEntry['kind'], () => (string | null | undefined)[]> = {
    SAVED: () => ['Property saved'],
    EDITED: () => ['Edited', listFields(entry.fields)],
    ASSIGNED: () => [entry.assignedTo ? `Assigned to ${entry.assignedTo.fullName}` : 'Assigned to nobody'],
    OWNER_REFRESHED: () => ['Owner refreshed'],
    KNOCKED: () => [
      entry.imported ? 'Imported visit' : 'Knocked',
      outcomeLabel(entry),
      entry.withdrawn ? 'undone' : null,
    ],
    KNOCK_WITHDRAWN: () => ['Knock undone', outcomeLabel(entry)],
    DO_NOT_KNOCK_SET: () => ['Marked do not knock'],
    DO_NOT_KNOCK_LIFTED: () => ['Do not knock lifted'],
    LEAD_CREATED: () => ['Lead created', tagLabel(entry), entry.priority === 'HIGH' ? priorityLabels.HIGH : null],
    LEAD_STATUS_CHANGED: () => ['Lead status', tagLabel(entry), formatStatusChange(entry)],
    LEAD_RETAGGED: () => ['Lead type changed', tagLabel(entry)],
    LEAD_PRIORITY_CHANGED: () => ['Lead priority', tagLabel(entry), entry.priority && priorityLabels[entry.priority]],
    LEAD_EDITED: () => ['Lead edited', listFields(entry.fields)],
    LEAD_ASSIGNED: () => [
      entry.assignedTo ? `Lead assigned to ${entry.assignedTo.fullName}` : 'Lead assigned to nobody',
    ],
    LEAD_STAGE_CHANGED: () => ['Lead stage', entry.stage?.name ?? 'none'],
    LEAD_NOTE_ADDED: () => ['Note added', entry.note],
    LEADS_MERGED: () => ['Leads merged', tagLabel(entry)],
    LEAD_DELETED: () => ['Lead deleted', tagLabel(entry)],
  }
  return parts[entry.kind]().filter(Boolean).join(' · ')
}

const listFields = (fields: HistoryEntry['fields']) => fields?.map(fieldWords).join(', ')
const outcomeLabel = ({ outcome, outcomeName }: HistoryEntry) => outcomeName ?? (outcome && outcomeLabels[outcome])
const tagLabel = ({ tag }: HistoryEntry) => tag && propertyTypeLabels[tag]
const formatStatusChange = ({ fromStatus, toStatus }: HistoryEntry) =>
  fromStatus && toStatus && `${statusLabels[fromStatus]} → ${statusLabels[toStatus]}`
