import { useSyncExternalStore } from 'react'

/** Functions that are called when something outside of React has changed. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** Returns a function that unsubscribes. */
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A value outside of React. `useValue` renders its component again when the value changes. */
export function createStore<Value>(initial: Value) {
  const { notify, subscribe } = createListeners()
  let value = initial
  const get = () => value
  return {
    get,
    set(this: void, next: Value) {
      value = next
      notify()
    },
    useValue: () => useSyncExternalStore(subscribe, get),
  }
}
