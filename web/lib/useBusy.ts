import { useCallback, useState } from 'react'

/**
 * `run` does some work and resolves to its result. `busy` is true from its start until all of it has ended, which is later than the answer of
 * a request within it.
 */
export function useBusy() {
  const [running, setRunning] = useState(0)
  const run = useCallback(async <Result>(work: () => Promise<Result>): Promise<Result> => {
    setRunning((before) => before + 1)
    try {
      return await work()
    } finally {
      setRunning((before) => before - 1)
    }
  }, [])
  return { busy: running > 0, run }
}
