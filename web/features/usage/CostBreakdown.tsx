import type { UsageFragment } from '../../gql/graphql.ts'
import { formatRate, pluralize } from '../../lib/numbers.ts'
import { formatMonth } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Metric, type MetricQuery } from '../../domain/Metric.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { useUsage } from './useUsage.ts'

type Service = UsageFragment['byService'][number]

/** The cost of the month, or of the days that `days` names, by service, as a bar and as a table. */
export function CostBreakdown({
  usage,
  failed,
  busy,
  retry,
  days,
  className,
}: ReturnType<typeof useUsage> & { days?: string | undefined; className?: string }) {
  const timeName = days ?? (usage && formatMonth(usage.from, usage.timeZone))
  const time = usage && (days ? { period: usage.period, from: usage.from, to: usage.to } : { period: usage.period })
  const services = usage && sortByCost(usage.byService)
  return (
    <Card
      title="Cost Breakdown"
      aside={
        usage && (
          <>
            {timeName} ·{' '}
            <Metric
              text={formatMoney(usage.totalCost)}
              title={`Cost of ${timeName}`}
              input={{ figure: 'TOTAL_COST', ...time }}
              className="font-semibold text-ink"
            />
          </>
        )
      }
      className={className}
    >
      {usage && services && time ? (
        <div className="px-5 pt-3 pb-3 max-md:px-4">
          <CostBar services={services} total={usage.totalCost} />
          <table className="mt-1.5 w-full text-body">
            <thead className="sr-only">
              <tr>
                <th scope="col">Service</th>
                <th scope="col">Uses</th>
                <th scope="col">Share</th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {services.map((service, index) => (
                <Row key={service.service} {...{ service, index }} totalCost={usage.totalCost} time={time} />
              ))}
            </tbody>
          </table>
        </div>
      ) : failed ? (
        <ErrorState title="Failed to fetch data" onRetry={retry} busy={busy} />
      ) : (
        <Loading label="costs" className="px-5 pt-3 pb-3">
          <Skeleton className="h-4.5 w-full" />
          {Array.from({ length: 5 }, (_, index) => (
            <div key={index} className="flex h-10 items-center gap-3">
              <Skeleton className="h-3 w-40" />
              <Skeleton className="ml-auto h-3 w-20" />
            </div>
          ))}
        </Loading>
      )}
    </Card>
  )
}

/** The most expensive service first; services with the same cost in the order of the specification. */
const sortByCost = (services: readonly Service[]): Service[] => services.toSorted((a, b) => b.cost - a.cost)

interface RowProps {
  service: Service
  index: number
  totalCost: number
  time: Pick<MetricQuery['input'], 'period' | 'from' | 'to'>
}

function Row({ service, index, totalCost, time }: RowProps) {
  const cost: MetricQuery = {
    title: `Cost of ${service.name}`,
    note: 'Priced at the rate in effect at the time',
    input: { figure: 'TOTAL_COST', ...time, service: service.service },
  }
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="h-10 py-1.5 text-left font-normal">
        <span className="flex items-center gap-2.5">
          <CostSwatch index={index} />
          {service.name}
        </span>
      </th>
      <td className="pl-3 text-right text-small whitespace-nowrap text-ink-2">
        <Metric
          text={pluralize(service.count, 'use')}
          title={`Uses of ${service.name}`}
          input={{ figure: service.service, ...time }}
        />
      </td>
      <td className="figures w-18 pl-3 text-right text-small text-ink-2 max-md:hidden">
        {formatRate(totalCost > 0 ? (100 * service.cost) / totalCost : 0)}
      </td>
      <td className="w-24 pl-3 text-right font-semibold">
        <Metric text={formatMoney(service.cost)} {...cost} />
      </td>
    </tr>
  )
}

const series = [
  'var(--color-series-1)',
  'var(--color-series-2)',
  'var(--color-series-3)',
  'var(--color-series-4)',
  'var(--color-series-5)',
]
const WIDTH = 1000
const HEIGHT = 18

/** A stacked bar of cost shares. The table below it contains the same numbers. */
function CostBar({ services, total }: { services: UsageFragment['byService']; total: number }) {
  const costs = services.map(({ cost }) => cost)
  const before = (index: number) => costs.slice(0, index).reduce((sum, cost) => sum + cost, 0)
  const scale = total > 0 ? WIDTH / total : 0
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-4.5 w-full overflow-hidden rounded-badge bg-sunken"
    >
      {services.map(
        ({ service, cost }, index) =>
          cost > 0 && (
            <rect
              key={service}
              x={scale * before(index)}
              width={scale * cost}
              height={HEIGHT}
              fill={series[index % series.length]}
              stroke="var(--color-surface)"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          ),
      )}
    </svg>
  )
}

/** The color of a service, next to its name. */
function CostSwatch({ index }: { index: number }) {
  return <span aria-hidden style={{ background: series[index % series.length] }} className="size-2.5 rounded-[3px]" />
}
