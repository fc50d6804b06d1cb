import { createContext, useContext, useSyncExternalStore } from 'react'
import { RequestError } from '../lib/errors.ts'

/** Spec §2: kept under this name, and every change of it broadcast as this event. */
const STORAGE_KEY = 'useMockData'
const TOGGLE_EVENT = 'mockDataToggle'

/** Whether mock data was switched on in this browser, by whomever: it counts only for who may use it. */
export const isMockDataEnabled = (): boolean => localStorage.getItem(STORAGE_KEY) === 'true'

/** Switches mock data on or off, here and in every other tab. */
export function setMockDataEnabled(on: boolean): void {
  if (on) localStorage.setItem(STORAGE_KEY, 'true')
  else localStorage.removeItem(STORAGE_KEY)
  dispatchEvent(new CustomEvent(TOGGLE_EVENT, { detail: { useMockData: on } }))
}

function subscribe(listener: () => void): () => void {
  // Without a key everything was cleared.
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

/** `mockDataWanted`, drawn again when it changes. */
export const useMockDataEnabled = (): boolean => useSyncExternalStore(subscribe, isMockDataEnabled)

const MockDataContext = createContext(false)

/** Around everything that is shown: whether its lists and figures are invented ones. */
export const MockDataProvider = MockDataContext.Provider

/** Whether what is shown is invented: then nothing is written either. */
export const useMockData = (): boolean => useContext(MockDataContext)

/** Why nothing is written while mock data is on; `failures.ts` says it in place of the words of what was tried. */
export const mockDataError = (): RequestError =>
  new RequestError([
    {
      message: 'Mock data is on, so nothing is saved. Switch it off to work with real data.',
      extensions: { code: 'MOCK_DATA' },
    },
  ])
