import { createStore } from '../../lib/store.ts'

/** Answers an open question; null if the user gives no answer. */
export type AnswerPrompt<Answer> = (answer: Answer | null) => void

/**
 * A question that a request asks the user, outside of React. A dialog shows it while `useValue` returns a function, which answers it
 * once. A newer question replaces an open one.
 */
export function createPrompt<Answer>() {
  const { get, set, useValue } = createStore<AnswerPrompt<Answer> | null>(null)
  return {
    get,
    useValue,
    ask: (): Promise<Answer | null> => {
      get()?.(null)
      return new Promise((resolve) =>
        set((answer) => {
          set(null)
          resolve(answer)
        }),
      )
    },
  }
}
