import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { type SheetStop, settleAt, stopHeights } from './sheetStops.ts'

interface BottomSheetProps {
  /** The accessible name: the address. */
  label: string
  stop: SheetStop
  /** Left out where there is nothing more to open. */
  onStop?: (stop: SheetStop) => void
  /** Asked for by its cross, by Esc, and by pushing it down under its lowest stop. */
  onDismiss: () => void
  /** Stands in every stop, and is what the finger takes hold of. */
  header: ReactNode
  children?: ReactNode
  /** Held at the bottom at the full stop. */
  footer?: ReactNode
}

/** The sheet over the lower part of the map. It follows the finger; two buttons do the same as dragging. */
export function BottomSheet({ label, stop, onStop, onDismiss, header, children, footer }: BottomSheetProps) {
  const heights = stopHeights(useScreenHeight())
  const [dragged, setDragged] = useState<number>()
  const shown = dragged ?? heights[stop]
  const grip = useGrip(heights[stop], setDragged, (height, speed) => {
    const settled = settleAt(height, speed, heights)
    if (settled === 'away') onDismiss()
    else onStop?.(settled)
  })
  useToastsAbove(heights[stop])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from any control inside closes it
    <section
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
      style={{ height: heights.full, transform: `translateY(${Math.max(0, heights.full - shown)}px)` }}
      className={classNames(
        'absolute inset-x-0 bottom-0 z-20 flex flex-col rounded-t-sheet bg-surface text-ink shadow-dialog',
        dragged === undefined && 'transition-transform duration-320 ease-out motion-reduce:transition-none',
      )}
    >
      <header {...grip} className="relative shrink-0 touch-none px-4 select-none pt-6 pb-3">
        <span aria-hidden className="absolute top-2 left-1/2 h-[5px] w-9 -translate-x-1/2 rounded-full bg-line-2" />
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">{header}</div>
          {onStop && (
            <button
              type="button"
              aria-label={stop === 'full' ? 'Show less' : 'Show more'}
              aria-expanded={stop === 'full'}
              onClick={() => onStop(stop === 'full' ? 'house' : stop === 'house' ? 'full' : 'house')}
              className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunken"
            >
              {stop === 'full' ? <ChevronDown aria-hidden size={20} /> : <ChevronUp aria-hidden size={20} />}
            </button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={onDismiss}
            className="-ml-1 flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
      </header>
      <div
        inert={stop === 'peek'}
        className={classNames(
          'min-h-0 flex-1 px-4 transition-opacity',
          stop === 'peek' && dragged === undefined && 'opacity-0',
          stop === 'full' ? 'overflow-y-auto overscroll-contain pb-4' : 'overflow-hidden',
        )}
      >
        {children}
      </div>
      {footer && (
        <footer
          inert={stop !== 'full'}
          className="flex gap-2.5 border-t border-line px-4 pt-2.5 pb-[max(16px,env(safe-area-inset-bottom))] *:flex-1"
        >
          {footer}
        </footer>
      )}
    </section>
  )
}

/** A finger that stood still this long, in milliseconds, does not flick. */
const REST = 80

/** Follows a finger on the header: `move` with what shows, then `end` with that and its speed. */
function useGrip(
  from: number,
  move: (height: number | undefined) => void,
  end: (height: number, speed: number) => void,
) {
  const held = useRef<{ y: number; moved: boolean; last: number; at: number; speed: number }>(undefined)
  const finish = (event: PointerEvent) => {
    const grip = held.current
    held.current = undefined
    move(undefined)
    if (!grip?.moved) return
    const rested = event.timeStamp - grip.at > REST
    end(from + grip.y - event.clientY, rested ? 0 : grip.speed)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if ((event.target as Element).closest('button, a')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { y: event.clientY, moved: false, last: event.clientY, at: event.timeStamp, speed: 0 }
    },
    onPointerMove: (event: PointerEvent) => {
      const grip = held.current
      if (!grip) return
      const elapsed = Math.max(event.timeStamp - grip.at, 1)
      grip.speed = (grip.last - event.clientY) / elapsed
      grip.last = event.clientY
      grip.at = event.timeStamp
      grip.moved ||= Math.abs(event.clientY - grip.y) > 4
      if (grip.moved) move(from + grip.y - event.clientY)
    },
    onPointerUp: finish,
    onPointerCancel: finish,
  }
}

/** Toasts with an action stand above the sheet, wherever it is. */
function useToastsAbove(height: number): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-offset-bottom', `${Math.min(height, 248) + 16}px`)
    return () => void style.removeProperty('--toast-offset-bottom')
  }, [height])
}

function useScreenHeight(): number {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed)
      return () => removeEventListener('resize', changed)
    },
    () => innerHeight,
  )
}
