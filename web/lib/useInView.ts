import { useEffect, useState } from 'react'

/**
 * Whether an element is in view or within `margin` pixels of it, above or below, and how high it was when that last
 * changed (0 before). What has the focus, or a menu open in it, stays near however far it is scrolled away.
 */
export function useInView(
  element: Element | null,
  margin: number,
  initial: boolean,
): { inView: boolean; height: number } {
  const [state, setState] = useState({ inView: initial, height: 0 })
  useEffect(() => {
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        const held = element.contains(document.activeElement) || element.querySelector('[aria-expanded=true]')
        setState({ inView: entry.isIntersecting || Boolean(held), height: entry.boundingClientRect.height })
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, margin])
  return state
}
