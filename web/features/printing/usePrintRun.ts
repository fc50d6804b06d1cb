import { useCallback, useEffect, useRef, useState } from 'react'
import { filenameOf, readFile, saveFile } from '../../lib/rest.ts'
import { useRest } from '../../session/useRest.ts'
import { lettersIn, printCall, type PrintOrder } from './printOrder.ts'

interface PrintProgress {
  done: number
  /** Null until the first letter is made. */
  total: number | null
}

/** Prints and hands the file to the browser; tells how far it is, and can be broken off, on the server too. */
export function usePrintRun() {
  const callRest = useRest()
  const [progress, setProgress] = useState<PrintProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  /** True when the file is there, false when it was broken off; throws what went wrong. */
  const print = useCallback(
    async (order: PrintOrder): Promise<boolean> => {
      const run = new AbortController()
      running.current = run
      setProgress({ done: 0, total: null })
      try {
        const { path, init } = printCall(order)
        const response = await callRest(path, { ...init, signal: run.signal })
        const header = (name: string) => Number(response.headers.get(name) ?? 0)
        const [total, expected] = [header('x-letters-total'), header('x-expected-bytes')]
        setProgress({ done: 0, total })
        const file = await readFile(response, (bytes) =>
          setProgress({ done: lettersIn(bytes, expected, total), total }),
        )
        saveFile(file, filenameOf(response, `${order.template.toLowerCase()}.zip`))
        return true
      } catch (error) {
        if (run.signal.aborted) return false
        throw error
      } finally {
        setProgress(null)
      }
    },
    [callRest],
  )
  return { print, cancel, progress }
}
