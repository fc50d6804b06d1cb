import { useQuery } from '@apollo/client/react'
import { CardsDocument, type CardsQuery, type Period } from '../../gql/graphql.ts'
import { formatCount, formatRate } from '../../lib/counts.ts'
import { formatMonth } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { Figure } from '../../ui/Figure.tsx'
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { changeInPerCent, changeInPoints, runningTotal, weeklyRates, weeklySums } from './cards.ts'
import { periodBefore, periodWords } from './periods.ts'

interface OwnerCardsProps {
  period: Period
  /** What the running month has cost until now; null when it could not be read. */
  monthlyCost: number | null | undefined
}

/** Total Properties, Total Leads, Conversion Rate, Monthly Cost, and what became of each. */
export function OwnerCards({ period, monthlyCost }: OwnerCardsProps) {
  const { data, error } = useQuery(CardsDocument, { variables: { period }, fetchPolicy: 'cache-and-network' })
  return <StatStrip stats={data ? statsOf(data, period, monthlyCost) : emptyStats(error ? null : undefined)} />
}

const labels = ['Total Properties', 'Total Leads', 'Conversion Rate', 'Monthly Cost']

const emptyStats = (value: null | undefined): Stat[] => labels.map((label) => ({ label, value }))

function statsOf(
  { totals, trends, month }: CardsQuery,
  period: Period,
  monthlyCost: number | null | undefined,
): Stat[] {
  const { current, previous, days } = trends
  const before = periodBefore(period)
  const added = current.propertiesAdded ?? 0
  const figures: Omit<Stat, 'label'>[] = [
    {
      value: (
        <Figure
          text={formatCount(totals.properties)}
          title="Total Properties"
          note="Each property by the event that saved it."
          input={{ figure: 'TOTAL_PROPERTIES' }}
        />
      ),
      change: { by: added, text: formatCount(Math.abs(added)), since: periodWords(period), rising: 'good' },
      trend: runningTotal(days, totals.properties, ({ propertiesAdded }) => propertiesAdded ?? 0),
    },
    {
      value: <Figure text={formatCount(totals.leads)} title="Total Leads" input={{ figure: 'TOTAL_LEADS' }} />,
      change: { ...changeInPerCent(current.leadsCreated, previous.leadsCreated, before), rising: 'good' },
      trend: runningTotal(days, totals.leads, ({ leadsCreated }) => leadsCreated),
    },
    {
      value: (
        <Figure
          text={formatRate(current.conversionRate)}
          title={`Leads converted ${periodWords(period)}`}
          note={`${formatCount(current.leadsConverted)} converted to ${formatCount(current.leadsCreated)} created.`}
          input={{ figure: 'LEADS_CONVERTED', period }}
        />
      ),
      change: { ...changeInPoints(current.conversionRate, previous.conversionRate, before), rising: 'good' },
      trend: weeklyRates(days),
    },
    {
      value:
        monthlyCost == null ? (
          monthlyCost
        ) : (
          <Figure
            text={formatMoney(monthlyCost)}
            title="Monthly Cost"
            input={{ figure: 'TOTAL_COST', period: 'MONTH' }}
          />
        ),
      change: changeInPerCent(month.current.cost ?? 0, month.previous.cost ?? 0, monthBefore(month)),
      trend: weeklySums(days, ({ cost }) => cost ?? 0),
    },
  ]
  return figures.map((figure, index) => ({ label: labels[index]!, ...figure }))
}

/** 'January': the month of the last moment before this one. */
const monthBefore = ({ from, timeZone }: CardsQuery['month']): string =>
  formatMonth(new Date(from).getTime() - 1, timeZone)
