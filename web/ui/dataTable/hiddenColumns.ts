import { useCallback, useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/store.ts'
import type { TableColumn } from './tableColumns.ts'

const listeners = createListeners()

function subscribe(listener: () => void): () => void {
  const end = listeners.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    end()
    removeEventListener('storage', listener)
  }
}

type AnyColumn = Pick<TableColumn<never>, 'id' | 'isFixed' | 'isHiddenAtFirst'>

/**
 * Which columns are shown, a function that shows or hides one, and one that shows those of the beginning again. This browser keeps the choice under `storageKey`: the ids of
 * the columns that are not as they are at first.
 */
export function useColumnChoice(storageKey: string): {
  isShown: (column: AnyColumn) => boolean
  toggle: (id: string) => void
  /** Undefined while the columns are as they are at first. */
  reset: (() => void) | undefined
} {
  const stored = useSyncExternalStore(subscribe, () => readStored(storageKey))
  const isShown = useCallback(
    ({ id, isFixed, isHiddenAtFirst = false }: AnyColumn) =>
      isFixed || stored.split(',').includes(id) === isHiddenAtFirst,
    [stored],
  )
  const toggle = useCallback(
    (id: string) => {
      const changed = new Set(readStored(storageKey).split(',').filter(Boolean))
      if (!changed.delete(id)) changed.add(id)
      writeStored(storageKey, [...changed].join(','))
    },
    [storageKey],
  )
  return { isShown, toggle, reset: stored ? () => writeStored(storageKey, '') : undefined }
}

// A browser may refuse to store anything: the columns then are as they are at first.
function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function writeStored(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
  listeners.notify()
}
