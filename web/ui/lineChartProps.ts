export interface LineChartPoint {
  /** Below the axis: 'Nov 13'. */
  label: string
  /** 'Fri, Nov 13'. */
  title: string
  /** Null in the future. */
  value: number | null
  /** Null without a comparison. */
  compared: number | null
  /** 'Oct 16'. */
  comparedTitle: string
  /** The value is incomplete: its line is dashed and its point hollow. */
  isPartial?: boolean
  /** Not drawn, instead of as 0. */
  isSkipped?: boolean
}

export interface LineChartProps {
  /** The accessible name: 'Leads per Day'. */
  label: string
  points: readonly LineChartPoint[]
  /** 'This month'. */
  name: string
  /** 'Oct 4 – 31'; omitted without a comparison. */
  comparedName?: string | undefined
  format: (value: number) => string
  /** Whether the values are whole numbers. */
  isCount?: boolean
  /** Bars instead of a line, for few values of which many are 0. */
  isBars?: boolean
  /** The text after the incomplete value, which is in bold: 'today'. */
  partialNote?: string
  /** Shown instead of the lines if all values are 0. */
  emptyText: string
  height?: number
  /** Called for a click on a point, or Enter. */
  onOpen?: ((index: number) => void) | undefined
}
