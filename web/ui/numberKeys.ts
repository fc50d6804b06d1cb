import { useSyncExternalStore } from 'react'

/** The key in local storage. */
const STORAGE_KEY = 'numberKeys'
const listeners = new Set<() => void>()

const areNumberKeysOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off'

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stores on this device whether number keys choose cards. */
function setNumberKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, 'off')
  for (const listener of listeners) listener()
}

/** Whether number keys choose cards on this device, and the setter. */
export function useNumberKeysSetting(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areNumberKeysOn), setNumberKeys]
}
