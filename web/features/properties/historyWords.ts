import type { PropertyHistoryQuery } from '../../gql/graphql.ts'
import { outcomeLook } from '../../ui/outcomes.ts'
import { priorityLabels } from '../../ui/PriorityMark.tsx'
import { statusLabels } from '../../ui/StatusMark.tsx'
import { propertyTypeLabel } from '../../ui/TypeGlyph.tsx'

export type HistoryEntry = NonNullable<PropertyHistoryQuery['property']>['history']['edges'][number]['node']

const FIELDS: Readonly<Record<string, string>> = {
  ownerName: 'owner',
  notes: 'notes',
  tags: 'type',
  priority: 'priority',
  parcelId: 'parcel',
  streetNumber: 'street number',
  unconfirmed: 'parcel confirmed',
}

/** What an entry of a property's history says: 'Lead created · Storm Damage · High Priority'. */
export function historyWords(entry: HistoryEntry): string {
  const words: Record<HistoryEntry['kind'], () => (string | null | undefined)[]> = {
    SAVED: () => ['Property saved'],
    EDITED: () => ['Edited', listed(entry.fields)],
    ASSIGNED: () => [entry.assignedTo ? `Assigned to ${entry.assignedTo.fullName}` : 'Assigned to nobody'],
    OWNER_REFRESHED: () => ['Owner refreshed'],
    KNOCKED: () => ['Knocked', outcomeOf(entry), entry.withdrawn ? 'taken back' : null],
    KNOCK_WITHDRAWN: () => ['Knock taken back', outcomeOf(entry)],
    LEAD_CREATED: () => ['Lead created', tagOf(entry), entry.priority === 'HIGH' ? priorityLabels.HIGH : null],
    LEAD_STATUS_CHANGED: () => ['Lead status', tagOf(entry), statusChange(entry)],
    LEAD_RETAGGED: () => ['Lead type changed', tagOf(entry)],
    LEAD_DELETED: () => ['Lead deleted', tagOf(entry)],
  }
  return words[entry.kind]().filter(Boolean).join(' · ')
}

const listed = (fields: HistoryEntry['fields']) => fields?.map((field) => FIELDS[field] ?? field).join(', ')
const outcomeOf = ({ outcome }: HistoryEntry) => outcome && outcomeLook(outcome).label
const tagOf = ({ tag }: HistoryEntry) => tag && propertyTypeLabel(tag)
const statusChange = ({ fromStatus, toStatus }: HistoryEntry) =>
  fromStatus && toStatus && `${statusLabels[fromStatus]} → ${statusLabels[toStatus]}`
