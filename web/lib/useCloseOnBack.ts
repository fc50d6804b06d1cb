import { useEffect, useRef, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'

const MARK = 'sheetOpen'

/**
 * Whether an entry is being removed, which the browser reports later, and the report of the last removal. They belong to the page
 * and not to a component: one that is rendered anew meanwhile would go back a second time.
 */
let isRemoving = false
let lastRemoval: Event | undefined
/**
 * Whether the page was reloaded while a part was open, and the part has not opened again yet. The entry is not removed meanwhile: if
 * the reload began while the entry was being added, the browser has replaced the previous entry with it, and going back leaves the screen.
 */
let isRestored: boolean | undefined

/**
 * While `open`, Back calls `onBack` instead of leaving the screen: the open part has a history entry of its own, which
 * is removed when the part is closed in another way.
 *
 * Reads the browser's history, not the router's location: the router renders a new location as a transition, and a Back
 * before the end of that rendering would leave the location as it was.
 */
export function useCloseOnBack(open: boolean, onBack: () => void): void {
  const navigate = useNavigate()
  const [backCount, setBackCount] = useState(0)
  const latest = useRef({ open, onBack })
  useEffect(() => {
    latest.current = { open, onBack }
  })
  useEffect(() => {
    isRestored ??= isMarked()
    if (open) isRestored = false
    if (isRemoving || isRestored || open === isMarked()) return
    if (open) addEntry(navigate)
    else removeEntry(navigate)
    // After Back, something else that is still open gets an entry again.
  }, [open, backCount, navigate])
  useEffect(() => {
    const handlePop = (event: Event) => {
      isRestored = false
      if (latest.current.open === isMarked()) return
      // A part that was opened while the entry of the last one was being removed stays open.
      if (latest.current.open && event !== lastRemoval) latest.current.onBack()
      setBackCount((before) => before + 1)
    }
    addEventListener('popstate', handlePop)
    return () => removeEventListener('popstate', handlePop)
  }, [])
}

const isMarked = () => Boolean((history.state as { usr?: Record<string, unknown> } | null)?.usr?.[MARK])

function addEntry(navigate: NavigateFunction): void {
  const { pathname, search, hash } = window.location
  void navigate({ pathname, search, hash }, { state: { [MARK]: true } })
}

function removeEntry(navigate: NavigateFunction): void {
  isRemoving = true
  // Before the listeners of components, which compare the event with this one.
  const noteRemoval = (event: Event) => {
    isRemoving = false
    lastRemoval = event
  }
  addEventListener('popstate', noteRemoval, { once: true, capture: true })
  void navigate(-1)
}
