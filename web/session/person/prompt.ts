/** Answers an open question; null if the user gives no answer. */
export type AnswerPrompt<Answer> = (answer: Answer | null) => void

/**
 * A question that a request asks the user, outside of React. A dialog shows it while `read` returns a function, which answers it
 * once. A newer question replaces an open one.
 */
export function createPrompt<Answer>() {
  let open: AnswerPrompt<Answer> | null = null
  const listeners = new Set<() => void>()
  const setOpen = (next: AnswerPrompt<Answer> | null) => {
    open = next
    for (const listener of listeners) listener()
  }
  return {
    ask: (): Promise<Answer | null> => {
      open?.(null)
      return new Promise((resolve) =>
        setOpen((answer) => {
          setOpen(null)
          resolve(answer)
        }),
      )
    },
    read: () => open,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
