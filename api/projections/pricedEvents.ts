/** What is billed beside the call itself, by the type of its event, and how many units of it an event used. */
export const billedServices = {
  ParcelLookedUp: { service: 'regrid_lookups', units: `(e.data->>'records')::bigint` },
  MapLoaded: { service: 'map_loads', units: '1' },
  AddressGeocoded: { service: 'geocoding', units: '1' },
  LettersPrinted: { service: 'document_printing', units: `(e.data->>'count')::bigint` },
} as const

const types = Object.entries(billedServices)
const caseByType = (of: (entry: (typeof types)[number][1]) => string, otherwise: string) =>
  `case e.type ${types.map(([type, entry]) => `when '${type}' then ${of(entry)}`).join(' ')} else ${otherwise} end`

/** What a unit of the service cost at `priced_at`: the rate whose beginning is the last before it. */
function rateSql(service: string): string {
  const rates = `from cost_rates where service_type = '${service}'`
  return `(select array_agg(micros order by effective_from) ${rates})[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) ${rates}))]`
}

/**
 * Each event of `slice` with what it used and what that costs: `service` (null where nothing but the call is billed),
 * `quantity` of it and its `cost_micros`, and `call_micros` for the call, which every event is.
 *
 * A use is priced at the rate in force when it happened. Rates are only ever added, each from a moment that lies after
 * everything that was written down before (usecases/costs.ts), so a rebuild finds the same price for good. A clock that
 * runs ahead cannot reach into the future: what was written down earlier than it happened is priced by its writing.
 */
export function pricedEventsSql(slice: string): string {
  return `
select e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,
  ${caseByType(({ service }) => `'${service}'`, 'null')} as service, ${caseByType(({ units }) => units, '0')} as quantity,
  ${caseByType(({ service, units }) => `${units} * ${rateSql(service)}`, '0')} as cost_micros, ${rateSql('api_calls')} as call_micros
from (select *, least(occurred_at, recorded_at) as priced_at from ${slice} s) e`
}
