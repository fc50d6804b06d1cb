import { useSyncExternalStore } from 'react'

/** Jobs whose end is announced by a toast, wherever the user is. They are kept while the tab is open. */
const STORAGE_KEY = 'porchlight.jobs'
const listeners = new Set<() => void>()
let tracked = readTracked()

function readTracked(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function setTracked(ids: readonly string[]): void {
  tracked = ids
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  for (const listener of listeners) listener()
}

/** Announces the end of this job. */
export const trackJob = (id: string): void => setTracked([...tracked.filter((other) => other !== id), id])

export const untrackJob = (id: string): void => setTracked(tracked.filter((other) => other !== id))

export function useTrackedJobs(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => tracked,
  )
}
