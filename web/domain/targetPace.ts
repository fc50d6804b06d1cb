import type { Period } from '../gql/graphql.ts'
import { formatCount } from '../lib/numbers.ts'
import { DAY_MS } from '../lib/dates.ts'

/** Where a target should be by now, and the working days that are left including today. */
export interface Pace {
  expected: number
  daysLeft: number
}

/**
 * The pace of a target, from the working days (Monday to Friday) of its period that are over. Null for a target of one
 * day. Without a time zone the days are those of the device.
 */
export function paceOf(
  { period, from, to, value }: { period: Period; from: string; to: string; value: number },
  now: number,
  timeZone: string | undefined,
): Pace | null {
  if (period === 'DAY') return null
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', ...(timeZone && { timeZone }) })
  // Noon of each day, so that a change to summer time does not move it to another day.
  const noons: number[] = []
  for (let noon = Date.parse(from) + DAY_MS / 2; noon < Date.parse(to); noon += DAY_MS) noons.push(noon)
  const workingDays = noons.filter((noon) => !weekday.format(noon).startsWith('S'))
  const over = workingDays.filter((noon) => noon + DAY_MS / 2 <= now).length
  const expected = workingDays.length === 0 ? 0 : Math.round((value * over) / workingDays.length)
  return { expected, daysLeft: workingDays.length - over }
}

/** The text of the pace in two parts: '4 ahead', which is shown in bold, and 'of pace'. */
export function describePace(pace: Pace, progress: number): { lead: string; rest: string; ahead: number } {
  const ahead = progress - pace.expected
  if (ahead === 0) return { lead: 'Even', rest: 'with pace', ahead }
  return ahead > 0
    ? { lead: `${formatCount(ahead)} ahead`, rest: 'of pace', ahead }
    : { lead: `${formatCount(-ahead)} behind`, rest: 'pace', ahead }
}
