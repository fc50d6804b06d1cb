import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a loop may keep requests waiting. */
const maxTurnMs = 10

/**
 * Returns a function for each step of a loop over what users sent: awaiting it lets requests be answered whenever the loop has run
 * for some milliseconds.
 */
export function makePauses(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < maxTurnMs) return undefined
    return nextTurn().then(() => void (began = performance.now()))
  }
}
