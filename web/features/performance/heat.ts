import type { TalkRatesQuery } from '../../gql/graphql.ts'

type Cell = TalkRatesQuery['talkRates']['cells'][number]

export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** The longest run of hours without doors that is shown. Longer ones, such as a night, are left out, so that a phone has room for the numbers. */
const MAX_GAP_HOURS = 4

/** The rows and columns of a heat map: Monday to Saturday, Sunday if it has doors; every hour with doors, and short gaps between them. */
export function heatGrid(cells: readonly Cell[]) {
  const byKey = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const hours = [...new Set(cells.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const columns = hours.flatMap((hour, index) => {
    const gap = index === 0 ? 0 : hour - hours[index - 1]! - 1
    return gap > MAX_GAP_HOURS ? [hour] : Array.from({ length: gap + 1 }, (_, n) => hour - gap + n)
  })
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

/** The labels of the columns: 'AM' and 'PM' only at the first, the last, noon and after hours that are left out. */
export const columnLabels = (columns: readonly number[]): string[] =>
  columns.map((hour, index) =>
    columns[index - 1] !== hour - 1 || index === columns.length - 1 || hour === 12
      ? hourLabel(hour)
      : String(hour % 12 || 12),
  )
