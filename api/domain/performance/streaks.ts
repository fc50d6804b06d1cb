const dayMs = 86_400_000

/** Days in a row with work. Saturdays and Sundays without work do not end a streak, and do not count. */
export interface Streaks {
  longest: number
  /** The streak that today can still continue; 0 if the last working day had no work. */
  current: number
}

/** The streaks of the days with work, YYYY-MM-DD, earliest first. `today` is YYYY-MM-DD too. */
export function streaksOf(days: readonly string[], today: string): Streaks {
  let longest = 0
  let length = 0
  days.forEach((day, n) => {
    length = onlyWeekendBetween(days[n - 1] ?? day, day) ? length + 1 : 1
    longest = Math.max(longest, length)
  })
  const isCurrent = onlyWeekendBetween(days.at(-1) ?? today, today)
  return { longest, current: isCurrent ? length : 0 }
}

function onlyWeekendBetween(earlier: string, later: string): boolean {
  for (let at = Date.parse(earlier) + dayMs; at < Date.parse(later); at += dayMs)
    if (![0, 6].includes(new Date(at).getUTCDay())) return false
  return true
}
