import { createStore } from '../../lib/store.ts'

/** When the answers on screen that come from this device were given, by query. */
const storedAnswers = new Map<string, number>()
const oldest = createStore<number | undefined>(undefined)
let screens = 0

const changed = (): void => oldest.set(storedAnswers.size > 0 ? Math.min(...storedAnswers.values()) : undefined)

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

/** When the oldest answer on screen was given, in milliseconds; undefined if all are those of the server now. */
export const useShownAge = oldest.useValue
