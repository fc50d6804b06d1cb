import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { RoleBadge } from '../../domain/RoleBadge.tsx'
import { briefFacts } from './activityFacts.ts'
import { actorName } from './actorName.ts'
import { changeInName, outcomeOf } from './describeEvent.ts'
import { EventRecordLink } from './EventRecordLink.tsx'

/** The tenant whose log holds the event. */
export const tenantOf = ({ tenantName }: ActivityRowFragment): string => tenantName ?? 'Platform'

/** When an event happened. Below the heading of its day, the day is only read out. */
export function EventMoment({ at, isBelowDay = false }: { at: string; isBelowDay?: boolean }) {
  return (
    <time dateTime={at} className="figures">
      <span className={isBelowDay ? 'sr-only' : undefined}>{formatDate(at)}, </span>
      {formatTime(at)}
    </time>
  )
}

/** The actor, with the role they viewed the app as if it was not their own. */
export function EventActor({ event }: { event: ActivityRowFragment }) {
  const { actor, realRole, actingRole } = event
  if (!actor) return <span className="text-ink-2">{actorName(event)}</span>
  return (
    <span className="inline-flex items-center gap-2.5 max-md:flex-wrap">
      <Avatar name={actor.fullName} />
      <span className="font-[550] whitespace-nowrap">{actor.fullName}</span>
      {actingRole && actingRole !== realRole && <RoleBadge role={actingRole} viewingAs />}
    </span>
  )
}

/** The subject if it is not the actor, the facts of the event that its name does not say, and the API key that was used. */
export function eventFactsOf(event: ActivityRowFragment): string[] {
  const { actor, subjectUser, deletedAddress, type, data, apiKey } = event
  const about = subjectUser && subjectUser.id !== actor?.id ? [subjectUser.fullName] : []
  const address = deletedAddress ? [deletedAddress] : []
  const said = { ...(outcomeOf(event) && { outcome: null }), ...(changeInName(event) && { change: null }) }
  const facts = briefFacts({ type, data: { ...(data as object), ...said } })
  return [...address, ...about, ...facts, ...(apiKey ? [`by API key ${apiKey.name}`] : [])]
}

/** The lead, house or file of an event and its facts. */
export function EventDetailsLine({ event }: { event: ActivityRowFragment }) {
  const { record } = event
  const parts = eventFactsOf(event)
  if (parts.length === 0 && !record) return null
  return (
    <span className="text-small text-ink-2 md:ml-1.5" title={[record?.label, ...parts].filter(Boolean).join(' · ')}>
      {record && <EventRecordLink record={record} isShort />}
      {record && parts.length > 0 && ' ·\u00a0'}
      {/* The point stays with what follows it, so that no line ends with it. */}
      {parts.join(' ·\u00a0')}
    </span>
  )
}
