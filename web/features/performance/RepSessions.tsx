import { useState } from 'react'
import { formatLongDay, formatTime, formatWeekday } from '../../lib/dates.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../lib/useNow.ts'
import { Card } from '../../ui/Card.tsx'
import { periodPhrase } from './periods.ts'
import type { RepSummary } from './useRepSummary.ts'

const SHOWN_FIRST = 5
const cell = 'h-11 px-2 first:pl-5 last:pr-5 max-md:first:pl-4 max-md:last:pr-4'

/** The sessions of the period, newest first: at first the latest five. */
export function RepSessions({ summary }: { summary: RepSummary }) {
  const { sessions, period, timeZone, activeSeconds } = summary
  const [showsAll, setShowsAll] = useState(false)
  const today = formatLongDay(useNow(), timeZone)
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN_FIRST)
  return (
    <Card
      title="Sessions"
      aside={
        <span className="flex items-center gap-3">
          {sessions.length > 0 && `${formatHours(activeSeconds)} hours`}
          {sessions.length > SHOWN_FIRST && (
            <Button size="small" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Latest' : `All ${sessions.length}`}
            </Button>
          )}
        </span>
      }
    >
      {sessions.length === 0 ? (
        <p className="px-5 pt-3 pb-4 text-ink-2 max-md:px-4">No sessions {periodPhrase(period)}.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard can scroll only what has focus
        <div className="@container relative overflow-x-auto pb-2" role="group" aria-label="Sessions" tabIndex={0}>
          <table className="w-full text-body whitespace-nowrap @max-[320px]:text-small @max-[320px]:[&_:is(th,td):not(:first-child)]:pl-1! @max-[320px]:[&_:is(th,td):not(:last-child)]:pr-1!">
            <thead>
              <tr className="border-b border-line text-left text-micro text-ink-2 [&_th]:h-9 [&_th]:px-2 [&_th]:font-[550]">
                <th scope="col" className="pl-5! max-md:pl-4!">
                  Start
                </th>
                {/* A narrow card has room for what was reached, and the hours tell the end. */}
                <th scope="col" className="@max-[420px]:hidden">
                  End
                </th>
                {['Hours', 'Doors', 'Talks', 'Leads'].map((label) => (
                  <th key={label} scope="col" className="text-right last:pr-5! max-md:last:pr-4!">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="figures">
              {shown.map(({ id, startedAt, endedAt, activeSeconds: seconds, doors, talks, leads }) => (
                <tr key={id} className="border-b border-line last:border-0">
                  <th scope="row" className={`${cell} text-left font-[550]`}>
                    {!endedAt && <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-good-fill" />}
                    {formatLongDay(startedAt, timeZone) === today ? 'Today' : formatWeekday(startedAt, timeZone)},{' '}
                    {formatTime(startedAt, timeZone)}
                  </th>
                  <td className={`${cell} @max-[420px]:hidden ${endedAt ? 'text-ink-2' : 'text-good'}`}>
                    {endedAt ? formatTime(endedAt, timeZone) : 'now'}
                  </td>
                  <td className={`${cell} text-right`}>{formatHours(seconds)}</td>
                  <td className={`${cell} text-right font-semibold`}>{formatCount(doors)}</td>
                  <td className={`${cell} text-right`}>{formatCount(talks)}</td>
                  <td className={`${cell} text-right`}>{formatCount(leads)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="sr-only">{pluralize(sessions.length, 'session')}</p>
    </Card>
  )
}

/** '1:24'. */
function formatHours(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
