import type { TalkRatesQuery } from '../../gql/graphql.ts'

type Cell = TalkRatesQuery['talkRates']['cells'][number]

export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** The rows and columns of a heat map: Monday to Saturday, Sunday only with doors, and every hour from the first to the last with doors. */
export function heatGrid(cells: readonly Cell[]) {
  const byKey = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const hours = cells.map(({ hour }) => hour)
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  const columns = cells.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n)
  const weekdays = cells.some(({ weekday }) => weekday === 7) ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5, 6]
  const rows = weekdays.map((weekday) => ({
    weekday,
    name: weekdayNames[weekday - 1]!,
    cells: columns.map((hour) => byKey.get(`${weekday} ${hour}`) ?? null),
  }))
  return { columns, rows }
}

/** The step (0 to 4) of talks per 100 doors. */
export const heatStep = (rate: number): number => [16, 24, 32, 40].filter((limit) => Math.round(rate) >= limit).length

/** '6 PM'. */
export const hourLabel = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

/** The labels of the columns: 'AM' and 'PM' only at the first, the last and noon. */
export const columnLabels = (columns: readonly number[]): string[] =>
  columns.map((hour, index) =>
    index === 0 || index === columns.length - 1 || hour === 12 ? hourLabel(hour) : String(hour % 12 || 12),
  )
