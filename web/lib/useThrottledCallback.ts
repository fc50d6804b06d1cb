import { useCallback, useEffect, useRef } from 'react'

/**
 * Throttles `callback`: the first call runs at once, and all calls within the next `intervalMs` cause one more run at
 * its end. The returned function is stable and always runs the latest `callback`.
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
