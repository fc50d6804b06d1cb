import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const MARK = 'sheetOpen'

/**
 * While `open`, Back calls `onBack` instead of leaving the screen: the open part has a history entry of its own, which
 * is removed when the part is closed in another way.
 */
export function useCloseOnBack(open: boolean, onBack: () => void): void {
  const navigate = useNavigate()
  const location = useLocation()
  const isMarked = Boolean((location.state as Record<string, unknown> | null)?.[MARK])
  const wasMarked = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef({ onBack, location })
  useEffect(() => {
    latest.current = { onBack, location }
  })
  useEffect(() => {
    if (open && isMarked) wasMarked.current = true
    else if (open && wasMarked.current) {
      wasMarked.current = false
      latest.current.onBack()
      // If something else is still open, it gets an entry again.
      setAttempt((before) => before + 1)
    } else if (open) {
      const { pathname, search, hash } = latest.current.location
      void navigate({ pathname, search, hash }, { state: { [MARK]: true } })
    } else if (isMarked) {
      wasMarked.current = false
      void navigate(-1)
    }
  }, [open, isMarked, attempt, navigate])
}
