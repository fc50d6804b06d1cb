import { useSyncExternalStore } from 'react'

/** When the answers on screen that come from this device were given, by query. */
const storedAnswers = new Map<string, number>()
const listeners = new Set<() => void>()
let oldest: number | undefined
let screens = 0

function changed(): void {
  oldest = storedAnswers.size > 0 ? Math.min(...storedAnswers.values()) : undefined
  for (const listener of listeners) listener()
}

/** Notes that a query was answered from this device. `at`: when the server had given the answer, in milliseconds. */
export function noteStoredAnswer(query: string, at: number): void {
  storedAnswers.set(query, at)
  changed()
}

/** Notes that the server has answered a query. */
export function noteFreshAnswer(query: string): void {
  if (storedAnswers.delete(query)) changed()
}

/** How many screens were left. */
export const screensLeft = (): number => screens

/** Forgets the answers of the screen before. */
export function forgetStoredAnswers(): void {
  screens += 1
  if (storedAnswers.size === 0) return
  storedAnswers.clear()
  changed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the oldest answer on screen was given, in milliseconds; undefined if all are those of the server now. */
export const useShownAge = (): number | undefined => useSyncExternalStore(subscribe, () => oldest)
