import { Eraser, Minus, Square, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pluralize } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { clearLog, type DebugLine, type Level, useDebugLog } from './debugLog.ts'

interface DebugConsoleProps {
  minimized: boolean
  onMinimize: (minimized: boolean) => void
  onClose: () => void
}

/** Log lines about parcel lookup, lead creation, and owners, in a panel at the bottom right (spec §2). */
export function DebugConsole({ minimized, onMinimize, onClose }: DebugConsoleProps) {
  const { lines, parcelUrl } = useDebugLog()
  const list = useRef<HTMLDivElement>(null)
  useFocusOnMount(list)
  useEffect(() => {
    if (!minimized) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [lines, minimized])

  return (
    <section
      aria-label="Debug Console"
      className={classNames(
        'pointer-events-auto fixed right-0 bottom-0 z-60 flex w-[480px] max-w-full flex-col overflow-hidden rounded-t-card border border-bar-2/40 bg-bar text-micro text-on-bar shadow-dialog max-md:w-full max-md:border-b-0 md:right-4 md:bottom-4 md:rounded-card',
        minimized ? 'md:w-72' : 'h-[280px]',
      )}
    >
      <header className="flex shrink-0 items-center gap-1 py-1 pr-1.5 pl-3.5">
        <h2 className="text-small font-semibold">Debug Console</h2>
        <span className="figures ml-2 flex-1 text-bar-2">{pluralize(lines.length, 'line')}</span>
        <IconButton
          label={minimized ? 'Restore debug console' : 'Minimize debug console'}
          variant="on-bar"
          size="small"
          icon={minimized ? Square : Minus}
          iconSize={14}
          onClick={() => onMinimize(!minimized)}
        />
        <IconButton label="Clear debug console" variant="on-bar" size="small" icon={Eraser} onClick={clearLog} />
        <IconButton label="Close debug console" variant="on-bar" size="small" icon={X} onClick={onClose} />
      </header>
      {!minimized && (
        <>
          <p className="shrink-0 border-y border-on-bar/14 px-3.5 py-1.5 break-all text-bar-2">
            Last parcel lookup: <span className="text-on-bar">{parcelUrl ?? 'none yet'}</span>
          </p>
          <div
            ref={list}
            role="log"
            aria-label="Lines"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto rounded-b-card px-3.5 py-2 leading-[18px] -outline-offset-4 outline-bar-2/60"
          >
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
            {lines.length === 0 && (
              <p className="text-bar-2">
                Nothing yet. Lines that mention parcel lookup, lead creation or owner appear here.
              </p>
            )}
          </div>
        </>
      )}
    </section>
  )
}

const LEVEL_CLASSES: Record<Level, string> = {
  log: 'text-bar-2',
  debug: 'text-bar-2',
  info: 'text-bar-info',
  warn: 'text-bar-warn',
  error: 'text-bar-bad',
}

function Line({ line: { at, level, text } }: { line: DebugLine }) {
  return (
    <p className="figures flex gap-2">
      <time dateTime={at.toISOString()} className="shrink-0 text-bar-2">
        {at.toTimeString().slice(0, 8)}
      </time>
      <span className={classNames('w-9 shrink-0', LEVEL_CLASSES[level])}>{level}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </p>
  )
}

/** Focuses the element on mount and returns the focus on unmount. */
function useFocusOnMount(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    element.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [element])
}
