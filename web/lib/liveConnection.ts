import { useEffect, useRef, useSyncExternalStore } from 'react'

export type LiveState = 'connecting' | 'live' | 'lost'

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()

/** Sets the state of the socket that carries live updates. */
export function setLiveState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether live updates are connecting, arriving, or interrupted. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state)

/** Calls `reload` after the connection was lost, because subscriptions missed every change meanwhile. */
export function useOnReconnect(reload: () => void): void {
  const current = useLiveState()
  const wasLost = useRef(false)
  useEffect(() => {
    if (current === 'live' && wasLost.current) reload()
    if (current !== 'connecting') wasLost.current = current === 'lost'
  }, [current, reload])
}
