import { useSyncExternalStore } from 'react'
import { createListeners } from '../lib/store.ts'

/** The key in local storage. */
const STORAGE_KEY = 'numberKeys'
const { notify, subscribe } = createListeners()

const areNumberKeysOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off'

/** Stores on this device whether number keys choose cards. */
function setNumberKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, 'off')
  notify()
}

/** Whether number keys choose cards on this device, and the setter. */
export function useNumberKeysSetting(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areNumberKeysOn), setNumberKeys]
}
