import { useSyncExternalStore } from 'react'

/** Functions that are called when something outside of React has changed. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** Returns a function that ends it. */
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A value outside of React. Components that call `useValue` are rendered again when another one is set. */
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
