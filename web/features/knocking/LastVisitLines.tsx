import { type ReactNode, useState } from 'react'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { startOfDay } from '../../lib/dates.ts'
import { formatUpcoming } from '../../lib/formatUpcoming.ts'
import { classNames } from '../../ui/classNames.ts'
import { tintClasses } from '../../ui/hues.ts'
import { formatDoorTime } from './KnockHistory.tsx'
import type { LastVisit } from './lastVisit.ts'

interface LastVisitProps {
  visit: LastVisit
  /** The user, who reads 'You' at their own visit. */
  repId: string | undefined
  /** The outcome is named elsewhere, so that only the time is told. */
  isOutcomeNamed?: boolean
}

/** What came of the last visit and how often in a row, with the shape and the hue of its outcome; below that when, and by whom. */
export function LastVisitLines({ visit, repId, isOutcomeNamed = false }: LastVisitProps) {
  const { outcome, outcomeName, streak, occurredAt, rep } = visit
  const [today] = useState(() => startOfDay(new Date()))
  const display = outcomeDisplay(outcome)
  return (
    <>
      {!isOutcomeNamed && (
        <span
          className={classNames(
            'flex items-center gap-1.5 truncate bg-transparent! font-[550]',
            tintClasses[display.hue],
          )}
        >
          <OutcomeIcon display={display} size={18} />
          {outcomeName}
          {streak > 1 && ` ×${streak}`}
        </span>
      )}
      <span className="block truncate">
        <time dateTime={occurredAt} className="figures">
          {formatDoorTime(occurredAt, today)}
        </time>
        {rep && ` · ${rep.id === repId ? 'You' : rep.fullName}`}
      </span>
    </>
  )
}

interface LastVisitNoteProps {
  visit: LastVisit | undefined
  /** Shown if the last visit left nothing to say. */
  otherwise?: ReactNode
}

/** When the rep said to come back, and the note of the last visit, in one line. Always as high, so that nothing below moves. */
export function LastVisitNote({ visit, otherwise }: LastVisitNoteProps) {
  const [today] = useState(() => startOfDay(new Date()))
  const details = [
    visit?.comeBackAt && `Come back ${formatUpcoming(visit.comeBackAt, today)}`,
    visit?.note?.replaceAll('\n', ' '),
  ].filter(Boolean)
  return <p className="h-6 truncate text-ink-2">{details.join(' · ') || otherwise}</p>
}
