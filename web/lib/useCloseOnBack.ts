import { useEffect, useRef, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'

const MARK = 'sheetOpen'

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
  /** Whether the entry is being removed. The browser reports the removal later. */
  const isRemoving = useRef(false)
  const latest = useRef({ open, onBack })
  useEffect(() => {
    latest.current = { open, onBack }
  })
  useEffect(() => {
    if (isRemoving.current || open === isMarked()) return
    if (open) addEntry(navigate)
    else {
      isRemoving.current = true
      void navigate(-1)
    }
    // After Back, something else that is still open gets an entry again.
  }, [open, backCount, navigate])
  useEffect(() => {
    const handlePop = () => {
      const wasRemoving = isRemoving.current
      isRemoving.current = false
      if (latest.current.open === isMarked()) return
      // A part that was opened while the entry of the last one was being removed stays open.
      if (latest.current.open && !wasRemoving) latest.current.onBack()
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
