import { createContext, useContext, useSyncExternalStore } from 'react'
import { RequestError } from '../../lib/errors.ts'

/** Storage key and event name of spec §2. */
const STORAGE_KEY = 'useMockData'
const TOGGLE_EVENT = 'mockDataToggle'

/** Whether mock data is switched on in this browser. It has an effect only for users with the ability. */
export const isMockDataEnabled = (): boolean => localStorage.getItem(STORAGE_KEY) === 'true'

/** Switches mock data on or off, in every tab. */
export function setMockDataEnabled(isEnabled: boolean): void {
  if (isEnabled) localStorage.setItem(STORAGE_KEY, 'true')
  else localStorage.removeItem(STORAGE_KEY)
  dispatchEvent(new CustomEvent(TOGGLE_EVENT, { detail: { useMockData: isEnabled } }))
}

function subscribe(listener: () => void): () => void {
  // The key is null after `localStorage.clear()`.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener()
  }
  addEventListener(TOGGLE_EVENT, listener)
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener(TOGGLE_EVENT, listener)
    removeEventListener('storage', onStorage)
  }
}

/** `isMockDataEnabled`, with updates. */
export const useMockDataEnabled = (): boolean => useSyncExternalStore(subscribe, isMockDataEnabled)

const MockDataContext = createContext(false)

/** Provides whether the data on screen is mock data. */
export const MockDataProvider = MockDataContext.Provider

/** Whether the data on screen is mock data. Nothing is written then. */
export const useMockData = (): boolean => useContext(MockDataContext)

/** The error of every write while mock data is on. `failureToasts.ts` shows its message in place of others. */
export const mockDataError = (): RequestError =>
  new RequestError([
    {
      message: 'Mock data is on, so nothing is saved. Switch it off to work with real data.',
      extensions: { code: 'MOCK_DATA' },
    },
  ])
