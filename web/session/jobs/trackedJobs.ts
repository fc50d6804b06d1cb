import { createStore } from '../../lib/store.ts'

/** Jobs whose end is announced by a toast, wherever the user is. They are kept while the tab is open. */
const STORAGE_KEY = 'porchlight.jobs'
const tracked = createStore(readTracked())

function readTracked(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function setTracked(ids: readonly string[]): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  tracked.set(ids)
}

/** Announces the end of this job. */
export const trackJob = (id: string): void => setTracked([...tracked.get().filter((other) => other !== id), id])

export const untrackJob = (id: string): void => setTracked(tracked.get().filter((other) => other !== id))

export const useTrackedJobs = tracked.useValue
