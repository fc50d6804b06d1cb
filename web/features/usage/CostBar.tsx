import type { UsageFragment } from '../../gql/graphql.ts'

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
export function CostBar({ services, total }: { services: UsageFragment['byService']; total: number }) {
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
export function CostSwatch({ index }: { index: number }) {
  return <span aria-hidden style={{ background: series[index % series.length] }} className="size-2.5 rounded-[3px]" />
}
