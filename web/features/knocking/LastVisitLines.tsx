import { useState } from 'react'
import { startOfDay } from '../../lib/dates.ts'
import { outcomeLabels } from '../../domain/labels.ts'
import { formatDoorTime } from './KnockHistory.tsx'
import type { LastVisit } from './lastVisit.ts'

interface LastVisitLinesProps {
  /** Undefined if nobody has knocked. */
  visit: LastVisit | undefined
  isSaved: boolean
  /** The user, who reads 'You' at their own visit. */
  repId: string | undefined
}

/** What came of the last visit, how often in a row, and when; below that by whom, and the note. Always two lines high. */
export function LastVisitLines({ visit, isSaved, repId }: LastVisitLinesProps) {
  const [today] = useState(() => startOfDay(new Date()))
  if (!visit) return <p className="h-12 text-ink-2">{isSaved && 'Not visited yet'}</p>
  const { outcome, streak, occurredAt, rep, note } = visit
  const details = [rep?.id === repId ? 'You' : rep?.fullName, note?.replaceAll('\n', ' ')].filter(Boolean)
  return (
    <div className="h-12 text-ink-2">
      <p className="truncate">
        <span className="font-[550] text-ink">
          {outcomeLabels[outcome]}
          {streak > 1 && ` ×${streak}`}
        </span>
        {' · '}
        <time dateTime={occurredAt} className="figures">
          {formatDoorTime(occurredAt, today)}
        </time>
      </p>
      <p className="truncate">{details.join(' · ')}</p>
    </div>
  )
}
