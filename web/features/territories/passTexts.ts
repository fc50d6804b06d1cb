import type { MetricQuery } from '../../domain/Metric.tsx'
import type { Figure, PassFiguresFragment } from '../../gql/graphql.ts'
import { formatDate, formatDay } from '../../lib/dates.ts'
import { formatCount, formatDecimal, pluralize } from '../../lib/numbers.ts'

/** A pass in a list of passes. */
export interface ListedPass {
  id: string
  name: string
  startsOn: string
  endedAt: string | null
}

/** 'since Oct 5, 2026', or 'Oct 5, 2026 – Oct 30, 2026' of one that was ended. */
export function describeTime({ startsOn, endedAt }: Pick<ListedPass, 'startsOn' | 'endedAt'>): string {
  // A day has no time zone.
  const first = formatDate(`${startsOn}T12:00:00Z`, 'UTC')
  return endedAt ? `${first} – ${formatDate(endedAt)}` : `since ${first}`
}

/** 'Nov 29 by Riley Brooks'; a dash if nobody knocked. */
export function describeLastWork({ lastWorkedAt, lastWorkedBy }: PassFiguresFragment): string {
  if (!lastWorkedAt) return '–'
  return lastWorkedBy ? `${formatDay(lastWorkedAt)} by ${lastWorkedBy.fullName}` : formatDay(lastWorkedAt)
}

/** A figure of a territory in a pass, with the receipt that it opens. */
export interface PassColumn {
  label: string
  figure: Figure
  valueOf: (row: PassFiguresFragment) => string
  titleOf: (row: PassFiguresFragment) => string
  noteOf?: (row: PassFiguresFragment) => string
}

const rateOf = (rate: number | null) => (rate === null ? '–' : formatDecimal(rate))

/** The figures that events count, in the order of the table. */
export const passColumns: readonly PassColumn[] = [
  {
    label: 'Worked',
    figure: 'DOORS_KNOCKED',
    valueOf: ({ worked }) => formatCount(worked),
    titleOf: ({ territory }) => `Doors worked in ${territory.name}`,
    noteOf: ({ worked, knocks }) => `${pluralize(worked, 'door')} by ${pluralize(knocks, 'knock')}`,
  },
  {
    label: 'Knocks',
    figure: 'DOORS_KNOCKED',
    valueOf: ({ knocks }) => formatCount(knocks),
    titleOf: ({ territory }) => `Knocks in ${territory.name}`,
  },
  {
    label: 'Talks',
    figure: 'TALKS',
    valueOf: ({ talks }) => formatCount(talks),
    titleOf: ({ territory }) => `Talks in ${territory.name}`,
  },
  {
    label: 'Leads',
    figure: 'LEADS_CREATED',
    valueOf: ({ leads }) => formatCount(leads),
    titleOf: ({ territory }) => `Leads in ${territory.name}`,
  },
  {
    label: 'Talks per 100',
    figure: 'TALKS',
    valueOf: ({ talksPer100Doors }) => rateOf(talksPer100Doors),
    titleOf: ({ territory }) => `Talks per 100 knocks in ${territory.name}`,
    noteOf: ({ talks, knocks }) => `${pluralize(talks, 'talk')} of ${pluralize(knocks, 'knock')}`,
  },
  {
    label: 'Leads per 100',
    figure: 'LEADS_CREATED',
    valueOf: ({ leadsPer100Doors }) => rateOf(leadsPer100Doors),
    titleOf: ({ territory }) => `Leads per 100 knocks in ${territory.name}`,
    noteOf: ({ leads, knocks }) => `${pluralize(leads, 'lead')} of ${pluralize(knocks, 'knock')}`,
  },
]

/** The receipt of a figure. `asOf` is the time of the figures; undefined for the current ones. */
export function passMetric(
  { figure, valueOf, titleOf, noteOf }: PassColumn,
  row: PassFiguresFragment,
  passId: string,
  asOf: string | undefined,
): MetricQuery & { text: string } {
  return {
    text: valueOf(row),
    title: titleOf(row),
    ...(noteOf && { note: noteOf(row) }),
    input: { figure, passId, territoryId: row.territory.id, ...(asOf && { asOf }) },
  }
}
