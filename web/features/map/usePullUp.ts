import { type PointerEvent, useRef } from 'react'

/** A drag up by this many pixels opens what is behind the bar. */
const PULL_PX = 16

/** Pointer handlers for a bar that is pulled up. It needs the class `touch-none`. */
export function usePullUp(onPull: () => void) {
  const pulledFrom = useRef<number>(undefined)
  const end = () => {
    pulledFrom.current = undefined
  }
  return {
    onPointerDown: ({ clientY }: PointerEvent) => {
      pulledFrom.current = clientY
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (pulledFrom.current === undefined || pulledFrom.current - clientY <= PULL_PX) return
      end()
      onPull()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
