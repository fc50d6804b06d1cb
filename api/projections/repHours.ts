import { statusByOutcome } from '../domain/enums.ts'
import { hourSql, reversesCompletionSql, type Projection } from './projection.ts'

const eventTypes = [
  'DoorKnocked',
  'KnockWithdrawn',
  'LeadCreated',
  'LeadDeleted',
  'LeadStatusChanged',
  'ParcelLookedUp',
] as const

/** The outcomes that set a property's status: the rep spoke with the owner. */
const talkOutcomes = Object.keys(statusByOutcome)
  .map((outcome) => `'${outcome}'`)
  .join(', ')

/** The outcome of the knock that a `KnockWithdrawn` event `e` withdraws. The event itself does not have it. */
const withdrawnOutcomeSql = `knock_outcome(e.tenant_id, (e.data->>'knockId')::uuid)`

/**
 * Knocks (`doors`), those at which the rep spoke with the owner (`talks`), leads, conversions and parcel lookups
 * (`properties`) of each rep by hour (UTC) of occurrence. A correction subtracts from the hour in which the corrected event
 * was counted. `late` counts events that were recorded more than an hour after they occurred, because a phone was offline.
 * Imported visits are never late, and count only if their importer chose so.
 */
export const repHours: Projection = {
  table: 'rep_hours',
  eventTypes,
  keyColumns: ['hour', 'rep_id'],
  countColumns: ['doors', 'talks', 'leads', 'conversions', 'properties', 'late'],
  rowsSql: (slice) => `
select c.*, ${hourSql('c.at')} as hour,
  case when c.late_by > interval '1 hour' and c.doors + c.leads + c.conversions + c.properties > 0 then 1 else 0 end as late
from (
  select e.tenant_id, e.position, e.subject_id, (e.data->>'repId')::uuid as rep_id,
    case when e.data->>'imported' = 'true' then interval '0' else e.recorded_at - e.occurred_at end as late_by,
    case when e.type in ('DoorKnocked', 'ParcelLookedUp') then e.event_id
      when e.type = 'KnockWithdrawn' then (e.data->>'knockId')::uuid else (e.data->>'leadId')::uuid end as thing,
    case when e.type in ('KnockWithdrawn', 'LeadDeleted') then (e.data->>'countedAt')::timestamptz else e.occurred_at end as at,
    case when e.type = 'DoorKnocked' then 1 when e.type = 'KnockWithdrawn' then -1 else 0 end as doors,
    case when e.type = 'DoorKnocked' and e.data->>'outcome' in (${talkOutcomes}) then 1
      when e.type = 'KnockWithdrawn' and ${withdrawnOutcomeSql} in (${talkOutcomes}) then -1 else 0 end as talks,
    case when e.type = 'LeadCreated' then 1 when e.type = 'LeadDeleted' then -1 else 0 end as leads,
    case when e.type = 'LeadStatusChanged' then 1 else 0 end as conversions,
    case when e.type = 'ParcelLookedUp' then 1 else 0 end as properties
  from ${slice} e
  where e.type in ('LeadCreated', 'LeadDeleted')
    or e.type in ('DoorKnocked', 'KnockWithdrawn') and e.data->>'counted' is distinct from 'false'
    or e.type = 'ParcelLookedUp' and (e.data->>'found')::boolean
    or e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all
  select e.tenant_id, e.position, e.subject_id, (e.data->>'repId')::uuid, e.recorded_at - e.occurred_at,
    (e.data->>'leadId')::uuid, (e.data->>(case when e.type = 'LeadDeleted' then 'convertedAt' else 'countedAt' end))::timestamptz,
    0, 0, 0, -1, 0
  from ${slice} e
  where ${reversesCompletionSql}
    or e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) c`,
}
