import type { EventType } from './catalog.ts'

/** SQL that converts `data` (jsonb) of one version of an event type to the next version. */
type Conversion = (data: string) => string

/**
 * The conversions of each type that has more than one version: the first from version 1 to 2, and so on. Events recorded by
 * release 0.1 have version 1. Those recorded before version 2 was numbered have version 1 and may have its fields already.
 */
const conversions: Partial<Record<EventType, Conversion[]>> = {
  // Version 2 has `leadIds`, which are null if only the number of letters is known.
  LettersPrinted: [(data) => `jsonb_build_object('leadIds', null) || ${data}`],
  // Version 2 has `status`, the status of the deleted lead.
  LeadDeleted: [
    (data) =>
      `jsonb_build_object('status', case when ${data}->>'convertedAt' is null then 'new' else 'completed' end) || ${data}`,
  ],
  // Version 2 has places of about a kilometer, so that nobody reads from the log at which house somebody was.
  MapLoaded: [(data) => `${data} || ${roundedPoint(data)}`],
  // Version 2 has no parcel id, which is an address, and places of about a kilometer.
  ParcelCallReported: [(data) => `${data} || ${roundedPoint(data)} || jsonb_build_object('parcelId', null)`],
}

/** SQL of the point of an event with two decimals. */
function roundedPoint(data: string): string {
  const rounded = (name: string) => `'${name}', round((${data}->>'${name}')::numeric, 2)`
  return `jsonb_build_object(${rounded('lat')}, ${rounded('lng')})`
}

/** The version of the data of a new event. */
export function schemaVersionOf(type: EventType): number {
  return (conversions[type]?.length ?? 0) + 1
}

/** SQL of the data of event `e`, a row of `activity_events`, in the newest version of its type. */
export function currentDataSql(e: string): string {
  const byType = Object.entries(conversions).map(([type, steps]) => {
    const byVersion = steps.map((_, index) => {
      const converted = steps.slice(index).reduce((data, convert) => `(${convert(data)})`, `${e}.data`)
      return `when ${e}.schema_version = ${index + 1} then ${converted}`
    })
    return `when ${e}.type = '${type}' then case ${byVersion.join(' ')} else ${e}.data end`
  })
  return `case ${byType.join(' ')} else ${e}.data end`
}

/**
 * A relation of the events that meet `conditions`, with the columns that their readers use and the data in the newest version.
 * All that reads the data of stored events uses this or `currentDataSql`.
 */
export function storedEventsSql(conditions: string): string {
  return `(select s.tenant_id, s.position, s.event_id, s.type, ${currentDataSql('s')} as data, s.occurred_at, s.recorded_at,
    s.actor_id, s.real_role, s.subject_id from activity_events s where ${conditions})`
}
