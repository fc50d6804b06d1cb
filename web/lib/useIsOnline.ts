import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Whether the device has a network. The server may still be out of reach. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
