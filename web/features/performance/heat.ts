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

/** Where the five steps of talks per 100 doors begin, without the lowest one: around the average of all the doors. */
export function heatLimits(cells: readonly Pick<Cell, 'doors' | 'talks'>[]): number[] {
  const sum = (of: 'doors' | 'talks') => cells.reduce((total, cell) => total + cell[of], 0)
  const average = (100 * sum('talks')) / Math.max(1, sum('doors'))
  return [0.8, 0.93, 1.07, 1.2].map((share) => Math.max(1, Math.round(share * average)))
}

/** The step (0 to 4) of talks per 100 doors, as they are shown. */
export const heatStep = (rate: number, limits: readonly number[]): number =>
  limits.filter((limit) => Math.round(rate) >= limit).length

/** The side of a cell as a share of its place, so that its area grows with the doors; with a number, at least as large as that. */
export const heatSide = (doors: number, maxDoors: number, hasNumber: boolean): number =>
  Math.max(hasNumber ? 0.66 : 0.2, Math.sqrt(doors / Math.max(1, maxDoors)))

/** '6 PM'. */
export const hourLabel = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

/** The labels of the columns: 'AM' and 'PM' only at the first, the last and noon. */
export const columnLabels = (columns: readonly number[]): string[] =>
  columns.map((hour, index) =>
    index === 0 || index === columns.length - 1 || hour === 12 ? hourLabel(hour) : String(hour % 12 || 12),
  )
