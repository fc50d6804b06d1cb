import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows that stand ready above and below what is in view. */
const AHEAD = 3

/**
 * Which rows of a long list are near the view. Rows are equally high: `step` is from the top of one to the top of the
 * next. Until the page has been measured these are the first.
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  rows: number,
  step: number,
): { from: number; to: number } {
  const [view, setView] = useState({ from: 0, to: 12 })
  useLayoutEffect(() => {
    let frame = 0
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const from = Math.max(0, Math.floor(-top / step) - AHEAD)
      const to = Math.ceil((innerHeight - top) / step) + AHEAD
      setView((known) => (known.from === from && known.to === to ? known : { from, to }))
    }
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
    }
  }, [list, rows, step])
  return { from: Math.min(view.from, Math.max(0, rows - 1)), to: Math.min(view.to, rows) }
}
