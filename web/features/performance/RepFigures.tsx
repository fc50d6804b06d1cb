import { Metric } from '../../domain/Metric.tsx'
import { changeOfCount, MIN_SAMPLE, percentChange } from '../../domain/changes.ts'
import type { Figure } from '../../gql/graphql.ts'
import { formatCount, formatOrdinal, formatRate, pluralize } from '../../lib/numbers.ts'
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { periodPhrase } from './periods.ts'
import { spanName } from './reportRange.ts'
import type { RepSummary } from './useRepSummary.ts'

const labels = ['Doors', 'Talks', 'Leads', 'Completed', 'Conversion Rate', 'Rank']

/** The six figures of a rep beside the compared time. */
export function RepFigures({ summary, failed }: { summary: RepSummary | undefined; failed: boolean }) {
  const empty: Stat[] = labels.map((label) => ({ label, value: failed ? null : undefined }))
  return <StatStrip withChanges stats={summary ? statsOf(summary) : empty} />
}

function statsOf({ user, period, timeZone, comparedFrom, comparedTo, current, compared, ...rest }: RepSummary): Stat[] {
  const before = spanName(comparedFrom, comparedTo, timeZone)
  const metric = (figure: Figure, label: string, text: string) => (
    <Metric
      fills="stat"
      text={text}
      title={`${label} of ${user.fullName} ${periodPhrase(period)}`}
      input={{ figure, period, userId: user.id }}
    />
  )
  const difference = (now: number, then: number) =>
    now === then ? { hint: `same as ${before}` } : { change: changeOfCount(now - then, `vs ${before}`) }
  const { rank, ahead, teamConversionRate } = rest
  const values: Omit<Stat, 'label'>[] = [
    {
      value: metric('DOORS_KNOCKED', 'Doors', formatCount(current.doorsKnocked)),
      ...(Math.min(current.doorsKnocked, compared.doorsKnocked) < MIN_SAMPLE
        ? difference(current.doorsKnocked, compared.doorsKnocked)
        : { change: { ...percentChange(current.doorsKnocked, compared.doorsKnocked, before), riseIs: 'good' } }),
    },
    {
      value: metric('TALKS', 'Talks', formatCount(current.talks)),
      hint:
        current.doorsKnocked >= MIN_SAMPLE
          ? `${formatRate((100 * current.talks) / current.doorsKnocked)} of doors`
          : `of ${pluralize(current.doorsKnocked, 'door')}`,
    },
    {
      value: metric('LEADS_CREATED', 'Leads', formatCount(current.leadsCreated)),
      ...difference(current.leadsCreated, compared.leadsCreated),
    },
    {
      value: metric('LEADS_CONVERTED', 'Leads completed', formatCount(current.leadsConverted)),
      ...difference(current.leadsConverted, compared.leadsConverted),
    },
    current.leadsCreated < MIN_SAMPLE
      ? {
          value: (
            <span className="text-ink-2">
              {formatCount(current.leadsConverted)} of {formatCount(current.leadsCreated)}
            </span>
          ),
          hint: `team ${formatRate(teamConversionRate)}`,
        }
      : { value: formatRate(current.conversionRate), hint: `team ${formatRate(teamConversionRate)}` },
    {
      value: rank === null ? null : formatOrdinal(rank),
      hint:
        rank === null
          ? `no activity ${periodPhrase(period)}`
          : ahead
            ? `${ahead.leads > 0 ? pluralize(ahead.leads, 'lead') : 'just'} behind ${ahead.user.fullName.split(' ')[0]}`
            : 'first of the team',
    },
  ]
  return values.map((value, index) => ({ label: labels[index]!, ...value }))
}
