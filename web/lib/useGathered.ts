import { useCallback, useEffect, useRef } from 'react'

/**
 * For hints that come in crowds: the first runs `told` at once, those of the `rest` milliseconds after it run it once
 * together. The returned function never changes.
 */
export function useGathered(told: () => void, rest: number): () => void {
  const latest = useRef(told)
  useEffect(() => {
    latest.current = told
  })
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  const missed = useRef(false)
  useEffect(() => () => clearTimeout(quiet.current), [])
  return useCallback(() => {
    if (quiet.current) {
      missed.current = true
      return
    }
    const tellAndRest = () => {
      missed.current = false
      latest.current()
      quiet.current = setTimeout(() => {
        quiet.current = undefined
        if (missed.current) tellAndRest()
      }, rest)
    }
    tellAndRest()
  }, [rest])
}
