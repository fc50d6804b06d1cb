import { useSyncExternalStore } from 'react'

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
