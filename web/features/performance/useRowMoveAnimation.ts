import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useReducedMotion } from '../../lib/useMediaQuery.ts'

/** Animates the rows of a list (elements with `data-row`) to their new position when `order` changes. */
export function useRowMoveAnimation(list: RefObject<HTMLElement | null>, order: string): void {
  const reducedMotion = useReducedMotion()
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const before = tops.current
    tops.current = new Map(rows.map((row) => [row.dataset.row ?? '', row.offsetTop]))
    if (reducedMotion) return
    for (const row of rows) {
      const from = before.get(row.dataset.row ?? '')
      if (from === undefined || from === row.offsetTop) continue
      row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: 320,
        easing: 'cubic-bezier(.2,.8,.2,1)',
      })
    }
  }, [list, order, reducedMotion])
}
