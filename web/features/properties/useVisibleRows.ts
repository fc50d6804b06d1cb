import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows rendered beyond the visible ones. */
const OVERSCAN_ROWS = 3

/**
 * The range of rows near the viewport. All rows have the same height. Returns the first rows until the page has been
 * measured.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  rows: number,
  rowHeight: number,
): { from: number; to: number } {
  const [view, setView] = useState({ from: 0, to: 12 })
  useLayoutEffect(() => {
    let frame = 0
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const from = Math.max(0, Math.floor(-top / rowHeight) - OVERSCAN_ROWS)
      const to = Math.ceil((innerHeight - top) / rowHeight) + OVERSCAN_ROWS
      setView((known) => (known.from === from && known.to === to ? known : { from, to }))
    }
    const scheduleMeasure = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', scheduleMeasure, { passive: true })
    addEventListener('resize', scheduleMeasure)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleMeasure)
      removeEventListener('resize', scheduleMeasure)
    }
  }, [list, rows, rowHeight])
  return { from: Math.min(view.from, Math.max(0, rows - 1)), to: Math.min(view.to, rows) }
}
