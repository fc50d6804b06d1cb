import { useEffect, useState } from 'react'

/** The current time in milliseconds, updated every minute or `intervalMs`; not updated while that is null. */
export function useNow(intervalMs: number | null = 60_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (intervalMs === null) return
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
