import { doNotKnockSentence } from '../../../api/domain/doNotKnock/doNotKnock.ts'
import type { DoorMarkFragment } from '../../gql/graphql.ts'
import { formatDate, formatDay } from '../../lib/dates.ts'

/** Why nobody may knock at a door, in one sentence: "On Grove City's list until Dec 31". */
export function describeMark({ until, ...mark }: Pick<DoorMarkFragment, 'kind' | 'source' | 'until'>): string {
  return doNotKnockSentence(mark, until ? lastDayOf(until) : null)
}

/** The last day of a mark, with the year if it is another one than this. */
function lastDayOf(until: string): string {
  const last = Date.parse(until) - 1
  const day = formatDate(last)
  return day.slice(-4) === formatDate(Date.now()).slice(-4) ? formatDay(last) : day
}
