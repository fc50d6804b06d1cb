import { createContext, useContext, useSyncExternalStore } from 'react'
import { RequestError } from '../lib/errors.ts'

/** Spec §2: kept under this name, and every change of it broadcast as this event. */
const KEY = 'useMockData'
const TOGGLED = 'mockDataToggle'

/** Whether mock data was switched on in this browser, by whomever: it counts only for who may use it. */
export const mockDataWanted = (): boolean => localStorage.getItem(KEY) === 'true'

/** Switches mock data on or off, here and in every other tab. */
export function wantMockData(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'true')
  else localStorage.removeItem(KEY)
  dispatchEvent(new CustomEvent(TOGGLED, { detail: { useMockData: on } }))
}

function subscribe(changed: () => void): () => void {
  // Without a key everything was cleared.
  const inAnotherTab = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) changed()
  }
  addEventListener(TOGGLED, changed)
  addEventListener('storage', inAnotherTab)
  return () => {
    removeEventListener(TOGGLED, changed)
    removeEventListener('storage', inAnotherTab)
  }
}

/** `mockDataWanted`, drawn again when it changes. */
export const useMockDataWanted = (): boolean => useSyncExternalStore(subscribe, mockDataWanted)

const MockData = createContext(false)

/** Around everything that is shown: whether its lists and figures are invented ones. */
export const MockDataProvider = MockData.Provider

/** Whether what is shown is invented: then nothing is written either. */
export const useMockData = (): boolean => useContext(MockData)

/** Why nothing is written while mock data is on; `failures.ts` says it in place of the words of what was tried. */
export const mockDataRefusal = (): RequestError =>
  new RequestError([
    {
      message: 'Mock data is on, so nothing is saved. Switch it off to work with real data.',
      extensions: { code: 'MOCK_DATA' },
    },
  ])
