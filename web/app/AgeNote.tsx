import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { formatDay, formatTime, startOfDay } from '../lib/dates.ts'
import { useNow } from '../lib/useNow.ts'
import { forgetStoredAnswers, useShownAge } from '../session/reads/shownAge.ts'
import { classNames } from '../ui/classNames.ts'

/**
 * Says how old the data on the screen is, and why, while it comes from this device. `isOverMap`: a pill over a map that fills
 * the screen.
 */
export function AgeNote({ isOverMap }: { isOverMap: boolean }) {
  const { pathname } = useLocation()
  const at = useShownAge()
  const now = useNow(at === undefined ? null : 60_000)
  useEffect(() => forgetStoredAnswers, [pathname])
  if (at === undefined) return null
  const isToday = at >= startOfDay(new Date(now)).getTime()
  return (
    <p
      role="status"
      className={classNames(
        'flex items-center justify-center gap-2 bg-warn-tint text-[0.9375rem] text-ink',
        isOverMap
          ? 'fixed top-[calc(max(14px,env(safe-area-inset-top))+116px)] left-1/2 z-10 h-9 -translate-x-1/2 rounded-full px-3.5 whitespace-nowrap shadow-map'
          : 'min-h-10 px-4 py-2',
      )}
    >
      <CloudOff aria-hidden size={17} className="shrink-0" />
      <span className="figures">
        {navigator.onLine ? 'The server does not answer' : 'Offline'} · data of {isToday ? '' : `${formatDay(at)}, `}
        {formatTime(at)}
      </span>
    </p>
  )
}
