import { useState } from 'react'
import type { KnockSummaryFragment } from '../../gql/graphql.ts'
import { describeTimeZone, formatDate, formatDay, formatTime, startOfDay } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import type { Point } from '../../lib/distance.ts'
import { KnockFlagNote } from '../../domain/KnockFlagNote.tsx'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { isUndoable } from '../../domain/undoableKnocks.ts'
import { formatUpcoming } from '../../lib/formatUpcoming.ts'
import { formatFeet } from '../../lib/formatFeet.ts'
import { KnockPhotoList, type KnockPhotos } from './KnockPhotoList.tsx'
import { sortLatestFirst } from './sortLatestFirst.ts'

export type HistoryKnock = KnockSummaryFragment & KnockPhotos

export interface KnockHistoryProps {
  knocks: readonly HistoryKnock[]
  /** The user, who reads 'You' at their own knocks. */
  repId: string | undefined
  /** Where the door is. */
  door?: Point | undefined
  /** Offered at the rep's own knocks of the last seven days, in the tenant's time zone. */
  onUndo?: ((knock: HistoryKnock) => void) | undefined
}

/** All knocks at a property, latest first. The map on a phone has no footer, so the time zone is named here. */
export function KnockHistory({ knocks, repId, door, onUndo }: KnockHistoryProps) {
  const sortedKnocks = sortLatestFirst(knocks)
  const [today] = useState(() => startOfDay(new Date()))
  return (
    <section aria-label="Door History">
      <header className="flex items-baseline justify-between">
        <h3 className="text-[1.0625rem]/7 font-semibold">Door History</h3>
        <span className="text-[1rem] text-ink-2">{pluralize(sortedKnocks.length, 'knock')}</span>
      </header>
      {sortedKnocks.length === 0 && <p className="mt-1 text-[1rem] text-ink-2">No knocks yet.</p>}
      <ol className="mt-1">
        {sortedKnocks.map((knock, index) => (
          <KnockRow
            key={knock.eventId}
            knock={knock}
            isOwn={knock.rep?.id === repId}
            today={today}
            door={door}
            isLast={index === sortedKnocks.length - 1}
            onUndo={onUndo}
          />
        ))}
      </ol>
      {sortedKnocks.length > 0 && <p className="mt-1 text-[1rem]/6 text-ink-2">Times are in {describeTimeZone()}</p>}
    </section>
  )
}

interface KnockRowProps extends Pick<KnockHistoryProps, 'door' | 'onUndo'> {
  knock: HistoryKnock
  isOwn: boolean
  today: Date
  isLast: boolean
}

function KnockRow({ knock, isOwn, today, door, isLast, onUndo }: KnockRowProps) {
  const display = outcomeDisplay(knock.outcome)
  const isRecent = isUndoable(knock, today)
  const details = [isOwn ? 'You' : knock.rep?.fullName, knock.note].filter(Boolean).join(' · ')
  return (
    <li className="relative flex gap-3 py-1.5">
      {!isLast && <span aria-hidden className="absolute top-6 left-[15px] h-full w-0.5 bg-line" />}
      <span className="relative flex h-fit bg-surface">
        <OutcomeIcon display={display} size={32} isTinted />
      </span>
      <div className="min-w-0 flex-1 text-[1rem]/6">
        <div className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-[550] break-words">{knock.outcomeName}</span>
          <time dateTime={knock.occurredAt} className="figures shrink-0 text-ink-2">
            {formatDoorTime(knock.occurredAt, today)}
          </time>
        </div>
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1 break-words text-ink-2">
            {details}
            {knock.comeBackAt && (
              <span className="figures block">Come back {formatUpcoming(knock.comeBackAt, today)}</span>
            )}
            {knock.distanceMeters != null && (
              <span className="figures block">{formatFeet(knock.distanceMeters)} from the house</span>
            )}
          </p>
          {onUndo && isOwn && isRecent && (
            <button
              type="button"
              aria-label={`Undo ${knock.outcomeName}, ${formatDoorTime(knock.occurredAt, today).replace('Today, ', '')}`}
              onClick={() => onUndo(knock)}
              className="-my-1 -mr-2 h-12 min-w-16 shrink-0 rounded-button px-2 font-semibold text-accent-ink"
            >
              Undo
            </button>
          )}
        </div>
        <KnockFlagNote flags={knock.flags} door={door} />
        <KnockPhotoList {...knock} />
      </div>
    </li>
  )
}

/** 'Today, 2:14 PM', 'Nov 12, 5:40 PM', and for another year 'Nov 12, 2024'. */
export function formatDoorTime(occurredAt: string, today: Date): string {
  if (Date.parse(occurredAt) >= today.getTime()) return `Today, ${formatTime(occurredAt)}`
  const isThisYear = formatDate(occurredAt).slice(-4) === formatDate(today).slice(-4)
  return isThisYear ? `${formatDay(occurredAt)}, ${formatTime(occurredAt)}` : formatDate(occurredAt)
}
