import { NeighborhoodsDocument, type NeighborhoodsQuery } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { Metric } from '../../domain/Metric.tsx'
import { RateBadge } from '../../domain/RateBadge.tsx'
import { BOARD_SIZE } from './boardMoves.ts'
import { type MetricTime, metricTimeOf, type ReportRange } from './reportRange.ts'
import { bySureRate } from './sureRates.ts'

type Place = NeighborhoodsQuery['neighborhoodPerformance']['neighborhoods'][number]

/** The five neighborhoods with the surest conversion rate in the period or on the given days. */
export function Neighborhoods({ range, className }: { range: ReportRange; className?: string }) {
  const { data, failed, busy, retry } = useFreshQuery(NeighborhoodsDocument, range)
  const time = metricTimeOf(range, data?.neighborhoodPerformance)
  const places = data && bySureRate(data.neighborhoodPerformance.neighborhoods).slice(0, BOARD_SIZE)
  return (
    <Card title="Top Neighborhoods" aside="by conversion rate" className={className}>
      {places?.length ? (
        <ol className="px-5 pt-2.5 pb-3 max-md:px-4">
          {places.map((place, index) => (
            <Row key={`${place.neighborhood} ${place.city}`} place={place} rank={index + 1} time={time} />
          ))}
        </ol>
      ) : places ? (
        <EmptyState title="No leads yet" hint="Neighborhoods appear here with the first lead of the period." />
      ) : (
        <LoadingOrError
          query={{ failed, busy, retry }}
          label="neighborhoods"
          rows={BOARD_SIZE}
          cells={['h-3 w-48', 'ml-auto h-5 w-28']}
          rowClass="h-[46px] gap-3"
          className="px-5 pt-2.5 pb-3"
        />
      )}
    </Card>
  )
}

function Row({ place, rank, time }: { place: Place; rank: number; time: MetricTime }) {
  const name = place.neighborhood ?? 'Unknown neighborhood'
  const where = { neighborhood: place.neighborhood, city: place.city }
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-t border-line py-1.5">
      <span className="figures w-3 text-ink-2">{rank}</span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className={place.neighborhood ? 'font-semibold' : 'text-ink-3'}>{name}</span>{' '}
        <span className="text-ink-2 max-md:block max-md:text-small">{place.city}</span>
      </p>
      <span className="text-small whitespace-nowrap text-ink-2">
        <Metric
          text={formatCount(place.totalLeads)}
          title={`Leads in ${name} ${time.phrase}`}
          input={{ figure: 'LEADS_CREATED', ...time.input, place: where }}
        />{' '}
        {place.totalLeads === 1 ? 'lead' : 'leads'}
      </span>
      <RateBadge
        rate={place.conversionRate}
        leads={place.totalLeads}
        converted={place.leadsConverted}
        metricQuery={{
          title: `Leads converted in ${name} ${time.phrase}`,
          note: `${formatCount(place.leadsConverted)} of ${formatCount(place.totalLeads)} leads converted`,
          input: { figure: 'LEADS_CONVERTED', ...time.input, place: where },
        }}
      />
    </li>
  )
}
