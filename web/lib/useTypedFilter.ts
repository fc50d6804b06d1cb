import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/**
 * The search text while the user types. `send` receives it when typing pauses. A different search in the URL, for
 * example after Back, replaces it.
 */
export function useTypedFilter(urlSearch: string, send: (change: { search: string }) => void) {
  const [typed, setTyped] = useState(urlSearch)
  const [sent, setSent] = useState(urlSearch)
  const [previous, setPrevious] = useState(urlSearch)
  if (urlSearch !== previous) {
    setPrevious(urlSearch)
    if (urlSearch.trim() !== sent.trim()) {
      setTyped(urlSearch)
      setSent(urlSearch)
    }
  }
  useEffect(() => {
    // The URL is about to change to what was sent. Sending again would write the filters of the last render, and undo a change
    // that was made together with this one.
    if (typed.trim() === urlSearch.trim() || typed.trim() === sent.trim()) return
    const timer = setTimeout(() => {
      setSent(typed)
      send({ search: typed })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, urlSearch, sent, send])
  const reset = () => {
    setTyped('')
    // The URL changes after this. That change must not replace what the user types next.
    setSent('')
  }
  return { typed, setTyped, reset }
}
