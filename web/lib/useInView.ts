import { useEffect, useState } from 'react'

/** Whether `element` is in the viewport or within `marginPx` above or below it. */
export function useInView(element: Element | null, marginPx: number): boolean {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${marginPx}px 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, marginPx])
  return inView
}
