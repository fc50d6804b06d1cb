import { useCallback, useEffect, useRef } from 'react'

/**
 * For hints that come in crowds: the first runs `told` at once, those of the `rest` milliseconds after it run it once
 * together. The returned function never changes.
 */
export function useThrottledCallback(callback: () => void, intervalMs: number): () => void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPending = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (timer.current) {
      isPending.current = true
      return
    }
    const run = () => {
      isPending.current = false
      latest.current()
      timer.current = setTimeout(() => {
        timer.current = undefined
        if (isPending.current) run()
      }, intervalMs)
    }
    run()
  }, [intervalMs])
}
