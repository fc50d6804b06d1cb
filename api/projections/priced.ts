/** What is billed beside the call itself, by the type of its event, and how many units of it an event used. */
export const servicesByType = {
  ParcelLookedUp: { service: 'regrid_lookups', units: `(e.data->>'records')::bigint` },
  MapLoaded: { service: 'map_loads', units: '1' },
  AddressGeocoded: { service: 'geocoding', units: '1' },
  LettersPrinted: { service: 'document_printing', units: `(e.data->>'count')::bigint` },
} as const

const types = Object.entries(servicesByType)
const byType = (of: (entry: (typeof types)[number][1]) => string, otherwise: string) =>
  `case e.type ${types.map(([type, entry]) => `when '${type}' then ${of(entry)}`).join(' ')} else ${otherwise} end`

/**
 * Each event of `slice` with what it used and what that costs: `service` (null where nothing but the call is billed),
 * `quantity` of it and its `cost_micros`, and `call_micros` for the call, which every event is.
 *
 * A use is priced at the rate in force when it happened. Rates are only ever added, each from a moment that lies after
 * everything that was written down before (usecases/costs.ts), so a rebuild finds the same price for good. A clock that
 * runs ahead cannot reach into the future: what was written down earlier than it happened is priced by its writing.
 */
export function priced(slice: string): string {
  return `
select e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at, e.service,
  e.quantity, e.quantity * coalesce(unit.micros, 0) as cost_micros, call.micros as call_micros
from (select e.*, least(e.occurred_at, e.recorded_at) as priced_at, ${byType(({ service }) => `'${service}'`, 'null')} as service,
  ${byType(({ units }) => units, '0')} as quantity from ${slice} e) e
join cost_rate_spans call on call.service_type = 'api_calls'
  and e.priced_at >= call.effective_from and e.priced_at < call.effective_until
left join cost_rate_spans unit on unit.service_type = e.service
  and e.priced_at >= unit.effective_from and e.priced_at < unit.effective_until`
}
