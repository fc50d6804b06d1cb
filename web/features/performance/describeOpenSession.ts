import { formatElapsed, formatTime } from '../../lib/dates.ts'

/** After this time without a knock, the rep is no longer said to knock: the phone may be off. */
const QUIET_MS = 30 * 60_000

/** What an open session says of its rep at the time `now`: that they knock, have paused, or have left it open. */
export function describeOpenSession(
  { startedAt, pausedAt }: { startedAt: string; pausedAt: string | null },
  lastKnockAt: string | undefined,
  now: number,
): { isKnocking: boolean; text: string } {
  if (pausedAt) return { isKnocking: false, text: `Paused since ${formatTime(pausedAt)}` }
  const started = Date.parse(startedAt)
  const lastAt = Math.max(started, lastKnockAt ? Date.parse(lastKnockAt) : started)
  if (now - lastAt > QUIET_MS) return { isKnocking: false, text: `Session open, no knock since ${formatTime(lastAt)}` }
  return { isKnocking: true, text: `Knocking now, ${formatElapsed(now - started)}` }
}
