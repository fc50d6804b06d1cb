/** Remembers answers for a while, and lets those who ask the same thing at the same time share one question. */
export interface Memory<T> {
  /**
   * The known answer to `key`, else what `ask` answers. `asked` is true for the one caller whose question was sent.
   * A failure is not remembered. `fresh` asks even where the answer is known.
   */
  recall(key: string, ask: () => Promise<T>, options?: { fresh?: boolean }): Promise<{ answer: T; asked: boolean }>
}

export interface MemoryOptions {
  /** 0 remembers nothing: questions are shared all the same. */
  keepMs: number
  /** The oldest answers go first. */
  most: number
  now?: () => number
}

export function makeMemory<T>({ keepMs, most, now = Date.now }: MemoryOptions): Memory<T> {
  const known = new Map<string, { answer: T; until: number }>()
  const underWay = new Map<string, Promise<T>>()

  function keep(key: string, answer: T): void {
    if (keepMs === 0) return
    known.delete(key)
    known.set(key, { answer, until: now() + keepMs })
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
  }

  return {
    async recall(key, ask, { fresh = false } = {}) {
      const shared = underWay.get(key)
      if (shared) return { answer: await shared, asked: false }
      const found = known.get(key)
      if (found && found.until > now() && !fresh) return { answer: found.answer, asked: false }
      const asking = ask()
      underWay.set(key, asking)
      try {
        const answer = await asking
        keep(key, answer)
        return { answer, asked: true }
      } finally {
        underWay.delete(key)
      }
    },
  }
}
