import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestError } from '../../lib/errors.ts'
import { filenameOf, readFile, saveFile } from '../../lib/rest.ts'
import { useRest } from '../../session/useRest.ts'
import type { LeavingOut } from './CheckBeforePrinting.tsx'
import { completeLeads } from './completeLeads.ts'
import { lettersIn, printCall, type PrintOrder } from './printOrder.ts'

interface PrintProgress {
  done: number
  /** Null until the first letter is made. */
  total: number | null
}

type Wanted = Omit<PrintOrder, 'includeUnconfirmed' | 'merge'> & LeavingOut

/** Prints and hands the file to the browser; tells how far it is, and can be broken off, on the server too. */
export function usePrintRun() {
  const callRest = useRest()
  const client = useApolloClient()
  const [progress, setProgress] = useState<PrintProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  /** True when the file is there, false when it was broken off; throws what went wrong. */
  const print = useCallback(
    async ({ leaveOutIncomplete, ...wanted }: Wanted): Promise<boolean> => {
      const run = new AbortController()
      running.current = run
      setProgress({ done: 0, total: null })
      try {
        const merge = Boolean(wanted.selection.leadIds) && wanted.format === 'docx'
        const selection = leaveOutIncomplete
          ? { leadIds: await completeLeads(client, wanted.selection) }
          : wanted.selection
        if (selection.leadIds?.length === 0) throw nothingToPrint()
        const { path, init } = printCall({ ...wanted, selection, merge })
        const response = await callRest(path, { ...init, signal: run.signal })
        const header = (name: string) => Number(response.headers.get(name) ?? 0)
        const [total, expected] = [header('x-letters-total'), header('x-expected-bytes')]
        setProgress({ done: 0, total })
        const file = await readFile(response, (bytes) =>
          setProgress({ done: lettersIn(bytes, expected, total), total }),
        )
        saveFile(file, filenameOf(response, `${wanted.template.toLowerCase()}.zip`))
        return true
      } catch (error) {
        if (run.signal.aborted) return false
        throw error
      } finally {
        setProgress(null)
      }
    },
    [callRest, client],
  )
  return { print, cancel, progress }
}

const nothingToPrint = () =>
  new RequestError([{ message: 'There is no letter to print.', extensions: { code: 'BAD_USER_INPUT' } }])
