import type { ExplainQuery } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { activityDisplay, groupTypes } from '../../domain/activityTypes.ts'
import { OUTCOMES } from '../../domain/outcomes.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'

export type CountedEvent = ExplainQuery['explain']['edges'][number]['node']

const statusLabels: Record<string, string> = { new: 'New', contacted: 'Contacted', completed: 'Completed' }

/** The text of a counted event. */
export const formatEvent = ({ event }: CountedEvent): string => formatEventText(event)

type NamedEvent = Pick<CountedEvent['event'], 'type' | 'data' | 'subjectUser' | 'actor'>

/** The text of an event: 'Lead created: Storm Damage, in Juniper Sample Park'. */
export function formatEventText(event: NamedEvent): string {
  const { label } = activityDisplay(event.type)
  const details = eventDetails(event)
  return details ? `${label}: ${details}` : label
}

/** The text of an event among others of its type: 'Storm Damage, in Juniper Sample Park'; its name if there is no more to say. */
export const formatEventDetails = (event: NamedEvent): string =>
  eventDetails(event) || activityDisplay(event.type).label

function eventDetails(event: NamedEvent): string {
  const facts = (event.data ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null)
  const subjectName = event.subjectUser && event.subjectUser.id !== event.actor?.id ? event.subjectUser.fullName : null
  const parts: (string | null)[] = [
    typeLabel(text('tag')),
    text('outcomeName') ?? outcomeLabel(text('outcome')),
    ['OutcomeChanged', 'PermitChanged', 'TerritoryDrawn', 'PassStarted', 'PassEnded'].includes(event.type)
      ? [text('name'), text('change')].filter(Boolean).join(' ')
      : null,
    formatStatusChange(text('from'), text('to')),
    facts.found === false ? 'nothing found' : null,
    typeof facts.records === 'number' ? pluralize(facts.records, 'record') : null,
    typeof facts.count === 'number'
      ? pluralize(facts.count, event.type === 'LabelsPrinted' ? 'label' : 'document')
      : null,
    event.type === 'DataExported' ? (text('list') ?? 'everything') : null,
    typeof facts.rows === 'number' ? pluralize(facts.rows, 'row') : null,
    ...(groupTypes.includes(event.type) ? formatImport(facts) : []),
    subjectName,
    // A neighborhood may be named like a person.
    text('neighborhood') && `in ${text('neighborhood')}`,
  ]
  return parts.filter(Boolean).join(', ')
}

const listNouns: Record<string, [string, string]> = {
  properties: ['property', 'properties'],
  leads: ['lead', 'leads'],
  users: ['user', 'users'],
  parcels: ['parcel', 'parcels'],
}

/** '422 properties created', '3 updated': what an import or its undo changed, without the numbers that are 0. */
function formatImport(facts: Record<string, unknown>): string[] {
  const [one, many] = listNouns[String(facts.list)] ?? ['row', 'rows']
  const changed = ['created', 'updated', 'removed', 'restored'].flatMap((verb) => {
    const count = facts[verb]
    return typeof count === 'number' && count > 0 ? [{ verb, count }] : []
  })
  return changed.map(({ verb, count }, at) =>
    at === 0 ? `${pluralize(count, one, many)} ${verb}` : `${formatCount(count)} ${verb}`,
  )
}

const typeLabel = (tag: string | null) => propertyTypes.find(({ value }) => value === tag?.toUpperCase())?.label ?? null

const outcomeLabel = (outcome: string | null) =>
  OUTCOMES.find((display) => display.outcome === outcome?.toUpperCase())?.label ?? null

/** Only for statuses; ids of users or tenants would be meaningless to the reader. */
const formatStatusChange = (from: string | null, to: string | null) =>
  from && to && statusLabels[from] && statusLabels[to] ? `${statusLabels[from]} → ${statusLabels[to]}` : null

const LATE_AFTER_MS = 60 * 60_000

/** Whether the event was recorded more than an hour after it occurred, for example by a phone without a network. */
export const isRecordedLate = ({ event }: CountedEvent): boolean =>
  new Date(event.recordedAt).getTime() - new Date(event.occurredAt).getTime() > LATE_AFTER_MS
