import { useExplain } from '../../domain/Metric.tsx'
import { TalkRatesDocument, type TalkRatesQuery } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { columnLabels, heatGrid, heatLimits, heatSide, heatStep, hourLabel, weekdayNames } from './heat.ts'
import { type ReportRange, rangeName } from './reportRange.ts'

type TalkRates = TalkRatesQuery['talkRates']
type Cell = TalkRates['cells'][number]

const stepClasses = [
  'bg-sunken text-ink-2',
  'bg-accent-tint text-ink-2',
  'heat-3',
  'heat-4',
  'bg-series-1 text-on-accent',
]

/** Talks per 100 doors by weekday and hour. A cell opens the doors that it counts. */
export function TalkRatesCard({ range }: { range: ReportRange }) {
  const { data, previousData, failed, busy, retry } = useFreshQuery(TalkRatesDocument, range)
  const rates = (data ?? previousData)?.talkRates
  return (
    <Card title="When People Answer" aside={rangeName(range)} className="flex flex-col">
      {rates?.cells.length ? (
        <>
          <div className="relative flex-1 overflow-x-auto px-4 pt-3 max-md:px-3">
            <Heat rates={rates} />
          </div>
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 pt-1.5 pb-4 text-small text-ink-2 max-md:px-4">
            <span>{rates.best ? <BestHour best={rates.best} /> : 'No hour has ten doors yet'}</span>
            <Scale limits={heatLimits(rates.cells)} />
          </p>
        </>
      ) : rates ? (
        <EmptyState
          title="No doors yet"
          hint="Knock the first doors, and the hours at which people answer show here."
        />
      ) : (
        <LoadingOrError
          query={{ failed, busy, retry }}
          label="the hours"
          rows={6}
          cells={['h-7 w-full']}
          rowClass="h-8.5"
        />
      )}
    </Card>
  )
}

function BestHour({ best: { weekday, hour, rate } }: { best: NonNullable<TalkRates['best']> }) {
  return (
    <>
      Best hour:{' '}
      <b className="text-ink">
        {weekdayNames[weekday - 1]}, {hourLabel(hour)}
      </b>
      , {Math.round(rate!)} talks per 100 doors
    </>
  )
}

/** The steps with the talks per 100 doors at which they begin. */
function Scale({ limits }: { limits: readonly number[] }) {
  return (
    <span aria-hidden className="flex flex-wrap items-center gap-x-2.5 text-micro">
      {stepClasses.map((step, index) => (
        <span key={step} className="figures flex items-center gap-1">
          <span className={classNames('size-3.5 rounded-[3px] border border-line', step)} />
          {index === 0 ? `under ${limits[0]}` : `${limits[index - 1]}+`}
        </span>
      ))}
      <span>Larger: more doors. No number below 10.</span>
    </span>
  )
}

function Heat({ rates }: { rates: TalkRates }) {
  const { columns, rows } = heatGrid(rates.cells)
  const labels = columnLabels(columns)
  const { best } = rates
  const limits = heatLimits(rates.cells)
  const maxDoors = Math.max(...rates.cells.map(({ doors }) => doors))
  return (
    <table
      className="w-full border-separate border-spacing-1 text-micro max-md:table-fixed max-md:border-spacing-x-0.5"
      style={{ minWidth: columns.length * 22 + 36 }}
    >
      <caption className="sr-only">Talks per 100 doors by weekday and hour</caption>
      <colgroup>
        <col className="w-9 max-md:w-8" />
      </colgroup>
      {/* Drawn below, read first. */}
      <thead className="table-footer-group">
        <tr>
          <th scope="col">
            <span className="sr-only">Weekday</span>
          </th>
          {labels.map((label, index) => (
            <th key={columns[index]} scope="col" className="font-normal whitespace-nowrap text-ink-3">
              <span className="sr-only">{hourLabel(columns[index]!)}</span>
              {/* On a phone, the label after one with AM or PM has no room. */}
              <span
                aria-hidden
                className={columns.length > 9 && labels[index - 1]?.includes('M') ? 'max-md:hidden' : undefined}
              >
                {label}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ weekday, name, cells }) => (
          <tr key={weekday}>
            <th scope="row" className="text-left font-normal text-ink-2">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index]} className="h-7.5 min-w-9 p-0 max-md:h-11">
                <HeatCell
                  cell={cell}
                  {...{ rates, limits, maxDoors }}
                  isBest={best?.weekday === weekday && best.hour === columns[index]}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeatCellProps {
  cell: Cell | null
  rates: TalkRates
  limits: readonly number[]
  maxDoors: number
  isBest: boolean
}

function HeatCell({ cell, rates, limits, maxDoors, isBest }: HeatCellProps) {
  const explain = useExplain()
  const shape = 'flex size-full items-center justify-center rounded-badge'
  if (!cell) return <span className={classNames(shape, 'border border-line')} />
  const { weekday, hour, doors, talks, rate } = cell
  const when = `${weekdayNames[weekday - 1]}, ${hourLabel(hour)}`
  const text = `${formatCount(talks)} of ${pluralize(doors, 'door')}`
  const side = `${100 * heatSide(doors, maxDoors, rate !== null)}%`
  return (
    <button
      type="button"
      disabled={!explain}
      aria-label={rate === null ? `${when}: fewer than 10 doors` : `${when}: ${Math.round(rate)} talks per 100 doors`}
      aria-haspopup="dialog"
      title={`${when}: ${text}`}
      onClick={() =>
        explain?.({
          title: `Doors on ${when}`,
          note: `${text} with a talk`,
          input: { figure: 'DOORS_KNOCKED', from: rates.from, to: rates.to, weekday, hour },
        })
      }
      className={shape}
    >
      <span
        style={{ width: side, height: side }}
        className={classNames(
          'flex items-center justify-center rounded-badge font-[550] figures',
          stepClasses[rate === null ? 0 : heatStep(rate, limits)],
          rate !== null && 'min-w-5',
          isBest && 'ring-2 ring-ink ring-inset',
        )}
      >
        {rate === null ? '' : Math.round(rate)}
      </span>
    </button>
  )
}
