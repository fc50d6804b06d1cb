import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { isLookUp } from '../../domain/activityTypes.ts'
import { formatLongDay } from '../../lib/dates.ts'

/** A row of the log: an event, or look-ups that stand next to each other. */
export interface LogRow {
  key: string
  /** The event, or the latest of the look-ups. */
  event: ActivityRowFragment
  /** Null for an event. */
  lookUps: readonly ActivityRowFragment[] | null
  /** The heading before the first row of a day. */
  day: string | null
  /** The place of the event, and of the last of the look-ups, among all events. */
  first: number
  last: number
}

/** Fewer look-ups than this are as short by themselves. */
const MIN_FOLDED = 2

interface Folding {
  /** The keys of the rows that are followed by their look-ups. */
  opened: ReadonlySet<string>
  /** Whether consecutive look-ups of a day are folded into one row, because many of them would hide what people did. */
  isFolded: boolean
}

/** The rows of events in the order of time, below their days. */
export function toLogRows(events: readonly ActivityRowFragment[], { opened, isFolded }: Folding): LogRow[] {
  const rows: LogRow[] = []
  let shownDay: string | null = null
  for (let first = 0; first < events.length;) {
    const event = events[first]!
    const dayName = formatLongDay(event.occurredAt)
    let end = first + 1
    const belongs = (one: ActivityRowFragment) => isLookUp(one.type) && formatLongDay(one.occurredAt) === dayName
    if (isFolded && belongs(event)) while (end < events.length && belongs(events[end]!)) end += 1
    const day = dayName === shownDay ? null : dayName
    shownDay = dayName
    const run = events.slice(first, end)
    const key = `look-ups ${event.eventId}`
    const isRow = run.length >= MIN_FOLDED
    if (isRow) rows.push({ key, event, lookUps: run, day, first, last: opened.has(key) ? first : end - 1 })
    if (!isRow || opened.has(key))
      for (const [index, one] of run.entries()) {
        const at = first + index
        rows.push({ ...eventRow(one, at), day: isRow || index > 0 ? null : day })
      }
    first = end
  }
  return rows
}

/** The rows of events in another order than that of time, each by itself. */
export const toPlainRows = (events: readonly ActivityRowFragment[]): LogRow[] => events.map(eventRow)

const eventRow = (event: ActivityRowFragment, at: number): LogRow => ({
  ...{ key: event.eventId, event, lookUps: null, day: null },
  ...{ first: at, last: at },
})
