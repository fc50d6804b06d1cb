/** The services that are billed in addition to the API call, by the type of their event, with SQL for the units used. */
export const billedServices = {
  ParcelLookedUp: { service: 'regrid_lookups', units: `(e.data->>'records')::bigint` },
  MapLoaded: { service: 'map_loads', units: '1' },
  AddressGeocoded: { service: 'geocoding', units: '1' },
  LettersPrinted: { service: 'document_printing', units: `(e.data->>'count')::bigint` },
} as const

const entries = Object.entries(billedServices)
const caseByType = (toSql: (entry: (typeof entries)[number][1]) => string, otherwise: string) =>
  `case ${entries.map(([type, entry]) => `when e.type = '${type}' then ${toSql(entry)}`).join(' ')} else ${otherwise} end`

const services = ['api_calls', ...entries.map(([, { service }]) => service)]

/** Selects one row with two arrays per service, ordered by time: its rates, and the times from which they apply. */
const ratesSql = `(select ${services
  .flatMap((service) => [
    `array_agg(micros order by effective_from) filter (where service_type = '${service}') as ${service}_micros`,
    `array_agg(effective_from order by effective_from) filter (where service_type = '${service}') as ${service}_from`,
  ])
  .join(', ')} from cost_rates)`

/** The rate of the service at `priced_at`: the last rate that took effect before it. */
const rateSql = (service: string) => `r.${service}_micros[width_bucket(e.priced_at, r.${service}_from)]`

/**
 * The events of `slice` with their usage and cost: `service` (null if only the call is billed), its `quantity` and
 * `cost_micros`, and `call_micros` for the API call, which every event counts as.
 *
 * Each event has the rate in effect when it occurred. A rate is only ever added, and takes effect after all events recorded
 * before (usecases/usage/costs.ts), so a rebuild computes the same costs. An event with a time later than its recording,
 * from a device whose clock is fast, has the rate at its recording.
 */
export function pricedEventsSql(slice: string): string {
  return `
select e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,
  ${caseByType(({ service }) => `'${service}'`, 'null')} as service, ${caseByType(({ units }) => units, '0')} as quantity,
  ${caseByType(({ service, units }) => `${units} * ${rateSql(service)}`, '0')} as cost_micros, ${rateSql('api_calls')} as call_micros
from (select *, least(occurred_at, recorded_at) as priced_at from ${slice} s) e cross join ${ratesSql} r`
}
