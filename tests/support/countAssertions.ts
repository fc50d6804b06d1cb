import { afterEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How many times the test called `expect`. */
    assertions?: number
  }
}

// The report of `npm test` adds them up, so that a test that checks less than before is noticed.
afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})
