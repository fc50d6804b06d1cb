import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Announces another screen: its heading gets the focus as soon as it is there, and the page has the title of the screen alone. A
 * screen that puts the focus somewhere itself keeps it.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const announced = useRef(pathname)
  useEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    return whenPossible(document.getElementById('main')!, focusHeading)
  }, [pathname])
  useEffect(() => {
    const placeholder = document.head.querySelector<HTMLTitleElement>('title[data-placeholder]')
    if (!placeholder) return undefined
    const stop = whenPossible(document.head, () => showOneTitle(placeholder))
    return () => {
      stop?.()
      // The public screens use it.
      document.head.append(placeholder)
    }
  }, [])
  return null
}

/** Tries until it succeeds, at once and after each change within the element. Returns what stops it. */
function whenPossible(within: HTMLElement, isDone: () => boolean): (() => void) | undefined {
  if (isDone()) return undefined
  const observer = new MutationObserver(() => isDone() && observer.disconnect())
  observer.observe(within, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function focusHeading(): boolean {
  // On a phone it is in the top bar.
  const heading = document.querySelector<HTMLElement>('#main h1, header h1')
  if (!heading) return false
  const at = document.activeElement
  const isTaken = at?.closest('#main *, [role=dialog][data-state=open]')
  if (!isTaken) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return true
}

/** The page's own title stands only while there is no screen with one. Keeps looking, because screens come and go. */
function showOneTitle(placeholder: HTMLTitleElement): boolean {
  const hasOther = document.head.querySelector('title:not([data-placeholder])') !== null
  if (hasOther === placeholder.isConnected) {
    if (hasOther) placeholder.remove()
    else document.head.append(placeholder)
  }
  return false
}
