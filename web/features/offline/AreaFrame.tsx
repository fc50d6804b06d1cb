import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { classNames } from '../../ui/classNames.ts'

/** A part of the window: its edges from the top left, as parts of the window's width and height. */
export interface FramePart {
  left: number
  top: number
  right: number
  bottom: number
}

interface AreaFrameProps {
  part: FramePart
  /** How far the frame may reach. */
  limits: FramePart
  onChange: (part: FramePart) => void
  /** The frame should be larger than its limits. */
  onOutgrow: () => void
  /** Describes the area inside the frame. */
  children: ReactNode
}

const MIN_SIZE = 0.12
const KEY_STEP = 0.02

const corners = [
  { name: 'Top left corner', x: 'left', y: 'top' },
  { name: 'Top right corner', x: 'right', y: 'top' },
  { name: 'Bottom left corner', x: 'left', y: 'bottom' },
  { name: 'Bottom right corner', x: 'right', y: 'bottom' },
] as const

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A frame over the map. Its corners can be dragged or moved by the arrow keys; two buttons make it smaller and larger. */
export function AreaFrame({ part, limits, onChange, onOutgrow, children }: AreaFrameProps) {
  const move = (corner: (typeof corners)[number], x: number, y: number) =>
    onChange({
      ...part,
      [corner.x]:
        corner.x === 'left'
          ? between(x, limits.left, part.right - MIN_SIZE)
          : between(x, part.left + MIN_SIZE, limits.right),
      [corner.y]:
        corner.y === 'top'
          ? between(y, limits.top, part.bottom - MIN_SIZE)
          : between(y, part.top + MIN_SIZE, limits.bottom),
    })
  const resize = (by: number) => {
    const edges = ['left', 'top', 'right', 'bottom'] as const
    if (by > 0 && edges.every((edge) => part[edge] === limits[edge])) return onOutgrow()
    const next = {
      left: Math.max(limits.left, part.left - by),
      top: Math.max(limits.top, part.top - by),
      right: Math.min(limits.right, part.right + by),
      bottom: Math.min(limits.bottom, part.bottom + by),
    }
    if (next.right - next.left >= MIN_SIZE && next.bottom - next.top >= MIN_SIZE) onChange(next)
  }
  const dragCorner = (corner: (typeof corners)[number]) => ({
    onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId))
        move(corner, event.clientX / innerWidth, event.clientY / innerHeight)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const direction = directions[event.key]
      if (!direction) return
      event.preventDefault()
      move(corner, part[corner.x] + direction[0] * KEY_STEP, part[corner.y] + direction[1] * KEY_STEP)
    },
  })
  return (
    <>
      <div
        style={{
          left: percent(part.left),
          top: percent(part.top),
          right: percent(1 - part.right),
          bottom: percent(1 - part.bottom),
        }}
        className="pointer-events-none absolute border-[3px] border-accent shadow-[0_0_0_100vmax_var(--color-scrim)] outline-2 -outline-offset-5 outline-on-fill"
      >
        {corners.map((corner) => (
          <button
            key={corner.name}
            type="button"
            aria-label={corner.name}
            aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
            {...dragCorner(corner)}
            className={classNames(
              'pointer-events-auto absolute flex size-12 touch-none items-center justify-center rounded-full',
              corner.x === 'left' ? '-left-[25px]' : '-right-[25px]',
              corner.y === 'top' ? '-top-[25px]' : '-bottom-[25px]',
            )}
          >
            <span className="size-5 rounded-full border-4 border-accent bg-on-fill shadow-map" />
          </button>
        ))}
      </div>
      <div
        style={{ top: `calc(${percent(part.bottom)} + 8px)`, left: percent((part.left + part.right) / 2) }}
        className="absolute flex -translate-x-1/2 items-center gap-1 rounded-card bg-bar text-on-bar"
      >
        <ResizeButton label="Smaller" icon={<Minus aria-hidden size={18} />} onClick={() => resize(-KEY_STEP)} />
        <p role="status" className="figures text-[0.9375rem] font-semibold whitespace-nowrap">
          {children}
        </p>
        <ResizeButton label="Larger" icon={<Plus aria-hidden size={18} />} onClick={() => resize(KEY_STEP)} />
      </div>
    </>
  )
}

function ResizeButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex size-12 items-center justify-center outline-on-bar"
    >
      {icon}
    </button>
  )
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

const percent = (part: number): string => `${part * 100}%`
