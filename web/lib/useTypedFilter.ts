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
    // What was sent is on its way to the URL. Sending it again could bring back other filters that change with it.
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
