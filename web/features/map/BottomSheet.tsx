import { ChevronDown, ChevronUp, Navigation, X } from 'lucide-react'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { classNames } from '../../ui/classNames.ts'
import {
  FOOTER_HEIGHT,
  hasStripAt,
  isSideways,
  type SheetStop,
  snapToStop,
  stopHeights,
  STRIP_HEIGHT,
} from './sheetStops.ts'

interface BottomSheetProps {
  /** The accessible name: the property's address. */
  label: string
  stop: SheetStop
  /** Omitted when the sheet has only one stop. */
  onStopChange?: (stop: SheetStop) => void
  /** Called by the close button, by Esc, and when the sheet is dragged below its lowest stop. */
  onDismiss: () => void
  /** Visible at every stop; the drag handle. */
  header: ReactNode
  /** A link that opens directions in the maps of the device. */
  directions?: string | undefined
  children?: ReactNode
  /** Pinned to the bottom of the visible part, except at the lowest stop. */
  footer?: ReactNode
  /** One line above the footer, where the screen has room for it. */
  strip?: ReactNode
  /** The outcomes take another row, for which the strip makes room at half height. */
  hasMoreOutcomes?: boolean
}

/** A sheet over the lower part of the map. It can be dragged, and two buttons do the same as dragging. */
export function BottomSheet({ label, stop, onStopChange, onDismiss, hasMoreOutcomes, ...parts }: BottomSheetProps) {
  const { header, directions, children, footer } = parts
  const windowHeight = useWindowHeight()
  const heights = stopHeights(windowHeight)
  const strip = hasStripAt(stop, windowHeight, hasMoreOutcomes) && parts.strip
  const footerHeight = (footer ? FOOTER_HEIGHT : 0) + (strip ? STRIP_HEIGHT : 0)
  const [draggedHeight, setDraggedHeight] = useState<number>()
  const visibleHeight = draggedHeight ?? heights[stop]
  const drag = useSheetDrag(heights[stop], setDraggedHeight, (height, speed) => {
    const settled = snapToStop(height, speed, heights)
    if (settled === 'away') onDismiss()
    else onStopChange?.(settled)
  })
  // At its full height the body scrolls instead, as it does on a phone on its side.
  const bodyDrag = stop === 'half' && !isSideways() ? drag : {}
  const sheet = useFocusWhileOpen()
  useToastOffset(isSideways() ? null : stop === 'full' ? footerHeight : heights[stop])
  // On a low screen the sheet stops at no height between the lowest and the full one.
  const [isOpen, smaller, larger] =
    heights.half < heights.full
      ? ([stop === 'full', 'half', stop === 'half' ? 'full' : 'half'] as const)
      : ([stop !== 'peek', 'peek', 'half'] as const)
  const hiddenHeight = Math.max(0, heights.full - visibleHeight)
  const moving =
    draggedHeight === undefined && 'transition-transform duration-320 ease-out motion-reduce:transition-none'

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from any control inside closes it
    <section
      ref={sheet}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
      onFocus={({ target, currentTarget }) => {
        if (target !== currentTarget && isHiddenFromKeyboard(target, footerHeight)) onStopChange?.('full')
      }}
      style={{ height: heights.full, transform: `translateY(${hiddenHeight}px)` }}
      className={classNames(
        'absolute inset-x-0 bottom-0 z-20 flex flex-col rounded-t-sheet bg-surface text-ink shadow-dialog outline-none sideways:right-auto sideways:w-(--sheet-width)',
        moving,
      )}
    >
      <header {...drag} className="relative shrink-0 touch-none px-4 pt-6 pb-1.5 select-none sideways:pt-4">
        <span aria-hidden className="absolute top-2 left-1/2 h-[5px] w-9 -translate-x-1/2 rounded-full bg-line-2" />
        <div className="flex items-start gap-1.5">
          <div className="min-w-0 flex-1">{header}</div>
          {directions && (
            <a
              href={directions}
              target={directions.startsWith('http') ? '_blank' : undefined}
              rel="noreferrer"
              aria-label="Directions"
              title="Directions"
              className="flex size-12 shrink-0 items-center justify-center rounded-full bg-sunken"
            >
              <Navigation aria-hidden size={20} />
            </a>
          )}
          {onStopChange && (
            <button
              type="button"
              aria-label={isOpen ? 'Show Less' : 'Show More'}
              aria-expanded={isOpen}
              onClick={() => onStopChange(isOpen ? smaller : larger)}
              className="flex size-12 shrink-0 items-center justify-center rounded-full bg-sunken"
            >
              {isOpen ? <ChevronDown aria-hidden size={20} /> : <ChevronUp aria-hidden size={20} />}
            </button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={onDismiss}
            className="-mr-1 flex size-12 shrink-0 items-center justify-center rounded-full bg-sunken"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
      </header>
      <div
        {...bodyDrag}
        inert={stop === 'peek'}
        style={{ marginBottom: footerHeight }}
        className={classNames(
          'min-h-0 flex-1 px-4 transition-opacity sideways:flex sideways:flex-col',
          stop === 'peek' && draggedHeight === undefined && 'opacity-0',
          stop === 'full'
            ? 'overflow-y-auto overscroll-contain pt-2 pb-4'
            : 'touch-none overflow-hidden pt-2 select-none sideways:touch-auto sideways:overflow-y-auto',
        )}
      >
        {children}
      </div>
      {footerHeight > 0 && (
        <footer
          inert={stop === 'peek'}
          style={{ height: footerHeight, transform: `translateY(${-hiddenHeight}px)` }}
          className={classNames(
            'absolute inset-x-0 bottom-0 border-t border-line bg-surface',
            stop === 'peek' && draggedHeight === undefined && 'hidden',
            moving,
          )}
        >
          {strip && <div style={{ height: STRIP_HEIGHT }}>{strip}</div>}
          {footer && (
            <div style={{ height: FOOTER_HEIGHT }} className="px-4 py-3.5">
              {footer}
            </div>
          )}
        </footer>
      )}
    </section>
  )
}

/** Whether the Tab key has come to a control that the lower edge of the screen hides. A tap must not move what it is on. */
const isHiddenFromKeyboard = (control: Element, footerHeight: number): boolean =>
  control.matches(':focus-visible') &&
  !control.closest('footer') &&
  control.getBoundingClientRect().bottom > innerHeight - footerHeight

/** A pointer that does not move for this many milliseconds before its release does not count as a flick. */
const FLICK_TIMEOUT_MS = 80

/** A finger that taps moves less than this many pixels. */
const DRAG_START_PX = 8

/**
 * Pointer handlers for the parts of the sheet by which it is dragged. A drag that begins on a button does not click it. `onDrag`
 * is called with the visible height in pixels; `onRelease` with that height and the speed in pixels per millisecond.
 */
function useSheetDrag(
  startHeight: number,
  onDrag: (height: number | undefined) => void,
  onRelease: (height: number, speed: number) => void,
) {
  const activeDrag = useRef<{ y: number; moved: boolean; last: number; at: number; speed: number }>(undefined)
  const isClickOfDrag = useRef(false)
  const endDrag = (event: PointerEvent) => {
    const drag = activeDrag.current
    activeDrag.current = undefined
    onDrag(undefined)
    if (!drag?.moved) return
    isClickOfDrag.current = true
    const pausedBeforeRelease = event.timeStamp - drag.at > FLICK_TIMEOUT_MS
    onRelease(startHeight + drag.y - event.clientY, pausedBeforeRelease ? 0 : drag.speed)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      isClickOfDrag.current = false
      activeDrag.current = { y: event.clientY, moved: false, last: event.clientY, at: event.timeStamp, speed: 0 }
    },
    onPointerMove: (event: PointerEvent) => {
      const drag = activeDrag.current
      if (!drag) return
      const elapsed = Math.max(event.timeStamp - drag.at, 1)
      drag.speed = (drag.last - event.clientY) / elapsed
      drag.last = event.clientY
      drag.at = event.timeStamp
      if (!drag.moved && Math.abs(event.clientY - drag.y) > DRAG_START_PX) {
        drag.moved = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      if (drag.moved) onDrag(startHeight + drag.y - event.clientY)
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onClickCapture: (event: MouseEvent) => {
      // The detail of a click by keyboard is 0, and no drag came before it.
      if (!isClickOfDrag.current || event.detail === 0) return
      isClickOfDrag.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/**
 * Positions toasts with a button above what has this height: the sheet, or its footer when the sheet is full. Beside the sheet if it
 * is null, in landscape.
 */
function useToastOffset(height: number | null): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-offset-bottom', `${(height ?? 0) + 12}px`)
    if (height === null) style.setProperty('--toast-offset-left', 'calc(var(--sheet-width) + 12px)')
    return () => {
      style.removeProperty('--toast-offset-bottom')
      style.removeProperty('--toast-offset-left')
    }
  }, [height])
}

function useWindowHeight(): number {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed)
      return () => removeEventListener('resize', changed)
    },
    () => innerHeight,
  )
}

/** Moves the focus to the element when it appears, and back to where it was when it disappears. */
function useFocusWhileOpen() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const previous = document.activeElement
    const opened = element.current
    opened?.focus({ preventScroll: true })
    return () => {
      const current = document.activeElement
      // The user has moved on to something else.
      if (current && current !== document.body && !opened?.contains(current)) return
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true })
    }
  }, [])
  return element
}
