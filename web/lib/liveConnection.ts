import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

const state = createStore<LiveState>('connecting')

/** Sets the state of the socket that carries live updates. */
export const setLiveState = state.set

/** Whether live updates are connecting, arriving, or interrupted. */
export const useLiveState = state.useValue

/** Calls `reload` after the connection was lost, because subscriptions missed every change meanwhile. */
export function useOnReconnect(reload: () => void): void {
  const current = useLiveState()
  const wasLost = useRef(false)
  useEffect(() => {
    if (current === 'live' && wasLost.current) reload()
    if (current !== 'connecting') wasLost.current = current === 'lost'
  }, [current, reload])
}
