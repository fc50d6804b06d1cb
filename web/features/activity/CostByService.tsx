import { useQuery } from '@apollo/client/react'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { CostByServiceDocument, type UsageService } from '../../gql/graphql.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatRate } from '../../lib/numbers.ts'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'

const services = [
  { service: 'REGRID_LOOKUPS', field: 'regridLookups', name: 'Regrid lookups' },
  { service: 'MAP_LOADS', field: 'mapLoads', name: 'Map loads' },
  { service: 'GEOCODING', field: 'geocoding', name: 'Geocoding' },
  { service: 'DOCUMENT_PRINTING', field: 'documentPrinting', name: 'Document printing' },
  { service: 'API_CALLS', field: 'apiCalls', name: 'API calls' },
] as const satisfies readonly { service: UsageService; field: string; name: string }[]

/** The names of the services by their value in the API. */
export const serviceNames: Record<string, string> = Object.fromEntries(
  services.map(({ service, name }) => [service, name]),
)

interface CostByServiceProps {
  query: MetricQuery & Required<Pick<MetricQuery, 'compared'>>
  /** Called with the query that lists the events of the chosen service, or of all. */
  onSelect: (query: MetricQuery) => void
}

/** What each service cost in a time and in the one before. Each cost opens its events. */
export function CostByService({ query, onSelect }: CostByServiceProps) {
  const { compared, input, title } = query
  const { data, error, loading, refetch } = useQuery(CostByServiceDocument, {
    variables: {
      from: input.from as string,
      to: input.to as string,
      comparedFrom: compared.from,
      comparedTo: compared.to,
    },
    fetchPolicy: 'network-only',
  })
  if (!data) return <LoadingOrError query={{ error, loading, refetch }} label="costs" rows={5} className="" />
  const rows = services.map(({ service, field, name }) => ({
    service,
    name,
    cost: data[field].total,
    before: data[`${field}Before`].total,
  }))
  const total = rows.reduce((sum, row) => ({ cost: sum.cost + row.cost, before: sum.before + row.before }), {
    cost: 0,
    before: 0,
  })
  const open = (service: UsageService | null, name: string) =>
    onSelect({ title: `${title}: ${name}`, input: service ? { ...input, service } : input })
  return (
    <>
      <p className="mb-3 text-small text-ink-2">
        This is the cost of software usage: lookups, maps, geocoding, printing and API calls. Wages and advertising are
        not in it.
      </p>
      <table className="w-full text-body max-md:text-small">
        <thead className="text-small text-ink-2">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 text-left font-[550]">
              Service
            </th>
            {['Now', 'Before', 'Difference'].map((heading) => (
              <th key={heading} scope="col" className="py-2 pl-3 text-right font-[550]">
                {heading}
              </th>
            ))}
            <th scope="col" className="py-2 pl-3 text-right font-[550] max-md:hidden">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CostRow key={row.service} {...row} total={total.cost} onOpen={() => open(row.service, row.name)} />
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <CostRow name="All Services" {...total} total={total.cost} onOpen={() => open(null, 'all services')} />
        </tfoot>
      </table>
    </>
  )
}

interface CostRowProps {
  name: string
  cost: number
  before: number
  total: number
  onOpen: () => void
}

function CostRow({ name, cost, before, total, onOpen }: CostRowProps) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="text-left font-[inherit]">
        <button
          type="button"
          onClick={onOpen}
          aria-label={`${name}: list the events`}
          className="min-h-11 text-left underline decoration-ink-3 decoration-dotted underline-offset-4 hover:decoration-solid"
        >
          {name}
        </button>
      </th>
      <td className="figures pl-3 text-right">{formatMoney(cost)}</td>
      <td className="figures pl-3 text-right text-ink-2">{formatMoney(before)}</td>
      <td className="figures pl-3 text-right">{formatDifference(toCents(cost) - toCents(before))}</td>
      <td className="figures pl-3 text-right text-ink-2 max-md:hidden">
        {formatRate(total > 0 ? (100 * cost) / total : 0)}
      </td>
    </tr>
  )
}

/** What is shown is rounded to cents, so that its difference is, too. */
const toCents = (amount: number) => Math.round(100 * amount)

/** '+$0.10', '−$0.10' or '$0.00'. */
function formatDifference(cents: number): string {
  const sign = cents > 0 ? '+' : cents < 0 ? '−' : ''
  return `${sign}${formatMoney(Math.abs(cents) / 100)}`
}
