import { useEffect, useState } from 'react'

/**
 * Whether an element is in view or within `margin` pixels of it, above or below, and how high it was when that last
 * changed (0 before). What has the focus, or a menu open in it, stays near however far it is scrolled away.
 */
export function useNear(
  watched: Element | null,
  margin: number,
  initially: boolean,
): { near: boolean; height: number } {
  const [state, setState] = useState({ near: initially, height: 0 })
  useEffect(() => {
    if (!watched || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        const held = watched.contains(document.activeElement) || watched.querySelector('[aria-expanded=true]')
        setState({ near: entry.isIntersecting || Boolean(held), height: entry.boundingClientRect.height })
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [watched, margin])
  return state
}
