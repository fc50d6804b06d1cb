import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { streetOf } from '../../domain/streetOf.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { RoleBadge } from '../../domain/RoleBadge.tsx'
import { activityFacts, briefFacts } from './activityFacts.ts'
import { actorName } from './actorName.ts'
import { changeInName, outcomeOf } from './describeEvent.ts'
import { placeOf } from './eventPlace.ts'
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

/** The name of the account that an event is about; undefined if it is the actor's own. */
const otherAccountOf = ({ actor, subjectUser }: ActivityRowFragment): string | undefined =>
  subjectUser && subjectUser.id !== actor?.id ? subjectUser.fullName : undefined

/** The subject if it is not the actor, the facts of the event that its name does not say, and the API key that was used. */
export function eventFactsOf(event: ActivityRowFragment): string[] {
  const { deletedAddress, type, data, apiKey } = event
  const said = { ...(outcomeOf(event) && { outcome: null }), ...(changeInName(event) && { change: null }) }
  const facts = briefFacts({ type, data: { ...(data as object), ...said } })
  return [deletedAddress, otherAccountOf(event), ...facts, apiKey && `by API key ${apiKey.name}`].filter(
    (fact) => typeof fact === 'string',
  )
}

/** What an event is about: its lead, house or file, a deleted property, another's account, or the record it names, such as a territory. */
export const subjectOf = (event: ActivityRowFragment): string | undefined =>
  placeOf(event) ?? otherAccountOf(event) ?? activityFacts(event).find(({ name }) => name === 'name')?.value

/** The facts of an event beside its subject, in one line. */
export const detailsOf = (event: ActivityRowFragment): string =>
  eventFactsOf(event)
    .filter((fact) => fact !== subjectOf(event))
    .join(' · ')

/** What an event is about; a click opens its lead, house or file. */
export function EventSubject({ event }: { event: ActivityRowFragment }) {
  const { record, deletedAddress } = event
  if (record) return <EventRecordLink record={record} isShort />
  return deletedAddress === null ? subjectOf(event) : streetOf(deletedAddress)
}
