import type {
  DueTodayQuery,
  KnockSummaryFragment,
  LeadAtDoorFragment,
  LeadDetailsFragment,
  MapPropertyFragment,
  OpenKnockSessionsQuery,
  PropertiesInViewQuery,
  RepTodayQuery,
} from '../../../gql/graphql.ts'
import type { SyncActionKind } from '../../../gql/graphql.ts'
import { startOfDay } from '../../../lib/dates.ts'
import type { DoorState, NewOutboxItem, NewPhoto, OutboxItem } from '../outboxItems.ts'

type Marker = PropertiesInViewQuery['propertyMap']['markers'][number]

/** What actions change in the answers of the server, by type: the fields that are shown of it. `Query` is an answer itself. */
export interface ShownTypes {
  MapMarker: DoorState & Pick<Marker, 'priority' | 'doNotKnock'>
  PropertyMap: { markers: readonly Marker[] }
  Property: DoorState &
    Omit<MapPropertyFragment, 'id' | 'status' | 'knocks'> & {
      knocks: readonly (KnockSummaryFragment & { photos?: readonly NewPhoto[] | undefined })[]
      leads: readonly LeadAtDoorFragment[]
    }
  Lead: Pick<LeadDetailsFragment, 'status' | 'stage' | 'notes'>
  KnockSession: Omit<OpenKnockSessionsQuery['knockSessions'][number], 'id' | 'startedAt'>
  RepDay: Pick<RepTodayQuery['repDay'], 'timeZone' | 'doorsKnocked' | 'talks' | 'leadsCreated' | 'hours'>
  Query: OpenKnockSessionsQuery & Pick<DueTodayQuery, 'comeBacks'>
}

/** What the fields depend on beside the item. */
export interface ShowContext {
  /** The signed-in user, who did what is in the outbox. */
  rep: NonNullable<KnockSummaryFragment['rep']>
  /** Everything that is in the outbox or was sent in the last day. */
  items: readonly OutboxItem[]
  now: Date
}

type Fields<Shown> = {
  [Field in keyof Shown]?: (value: Shown[Field], item: OutboxItem, object: Shown, context: ShowContext) => Shown[Field]
}

/**
 * How an action changes the objects of one type: `of` selects the object, by default all; `fields` computes values from the values before;
 * `sets` has the values that do not depend on them.
 */
export type Show<Shown> = {
  of?: (item: NewOutboxItem) => unknown
  fields?: Fields<Shown>
  sets?: (item: NewOutboxItem) => Record<string, unknown>
}

/**
 * What a person does on this device, also without a connection. `sync` takes it as it is in the outbox. It is shown in each
 * answer that does not include it: `show` is applied to the object once, in the order in which things were done.
 */
export interface Action {
  kind: SyncActionKind
  /** What the list of the outbox says of it, such as 'Talked · note · 1 photo'. */
  describe: (item: NewOutboxItem) => string
  show: { [Type in keyof ShownTypes]?: Show<ShownTypes[Type]> }
  /** Whether it is no longer shown once the server has refused it. By default it still counts as done. */
  hidesWhenRefused?: boolean
}

/** The values that an edit sets, as they are shown. The id of a person is replaced by the person, and left out if that is not known. */
export const shownValues = (
  { assignedTo: id, ...values }: { assignedTo?: string | number | null | undefined },
  person: NewOutboxItem['assignedTo'],
): Record<string, unknown> => ({ ...values, ...((id === null || person) && { assignedTo: person ?? null }) })

export const propertyOf = ({ propertyId }: NewOutboxItem): string | undefined => propertyId

/** The same change of a property and of its marker, which are separate objects. */
export const showDoor = (fields: Fields<DoorState>) => ({
  MapMarker: { of: propertyOf, fields },
  Property: { of: propertyOf, fields: fields as Fields<ShownTypes['Property']> },
})

let lastDay: { now: Date; timeZone: string; startMs: number } | undefined

/** Whether an action was done on the day of `now`. */
export function isToday({ action }: OutboxItem, { timeZone }: Pick<ShownTypes['RepDay'], 'timeZone'>, now: Date) {
  // Cached, because every item of an outbox asks for the same day, and the start of a day in a time zone is slow to compute.
  if (lastDay?.now !== now || lastDay.timeZone !== timeZone)
    lastDay = { now, timeZone, startMs: startOfDay(now, timeZone).getTime() }
  return Date.parse(action.occurredAt) >= lastDay.startMs
}
