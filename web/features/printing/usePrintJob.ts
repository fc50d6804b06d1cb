import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LeadAddressFragmentDoc } from '../../gql/graphql.ts'
import { RequestError } from '../../lib/errors.ts'
import { pluralize } from '../../lib/numbers.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { LONG_REQUEST_TIMEOUT_MS } from '../../lib/timeout.ts'
import { LONG_TOAST_MS, toastWarning } from '../../lib/toasts.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'
import type { PrintExclusions } from './PrintWarnings.tsx'
import { fetchCompleteLeadIds } from './fetchCompleteLeadIds.ts'
import { estimateLettersDone, toRestCall, type LabelRequest, type LetterRequest } from './printRequest.ts'

interface PrintProgress {
  done: number
  /** Null until the first letter is generated. */
  total: number | null
}

type PrintJobInput = (Omit<LetterRequest, 'merge'> | LabelRequest) & PrintExclusions

/** Prints letters and saves the file, with progress. `cancel` also stops the job on the server. */
export function usePrintJob() {
  const callRest = useRestClient()
  const client = useApolloClient()
  const [progress, setProgress] = useState<PrintProgress | null>(null)
  const activeRun = useRef<AbortController | null>(null)
  const cancel = useCallback(() => activeRun.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  /** Returns true when the file is saved and false when the job was canceled. Throws other errors. */
  const print = useCallback(
    async ({ excludeIncomplete, ...job }: PrintJobInput): Promise<boolean> => {
      const run = new AbortController()
      activeRun.current = run
      setProgress({ done: 0, total: null })
      try {
        const merge = Boolean(job.selection.leadIds) && 'format' in job && job.format === 'docx'
        const selection = excludeIncomplete
          ? { leadIds: await fetchCompleteLeadIds(client, job.selection) }
          : job.selection
        if (selection.leadIds?.length === 0) throw noLettersError()
        const { path, init } = toRestCall('sheet' in job ? { ...job, selection } : { ...job, selection, merge })
        const response = await callRest(path, { ...init, signal: run.signal, timeoutMs: LONG_REQUEST_TIMEOUT_MS })
        const header = (name: string) => Number(response.headers.get(name) ?? 0)
        const [total, expected] = [header('x-letters-total'), header('x-expected-bytes')]
        setProgress({ done: 0, total })
        const file = await readBlob(response, (bytes) =>
          setProgress({ done: estimateLettersDone(bytes, expected, total), total }),
        )
        saveFile(file, filenameOf(response, 'letters.zip'))
        const missingIds = response.headers.get('x-leads-not-found')
        if (missingIds) warnAboutMissingLeads(client, missingIds.split(','))
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

/** Names the selected leads that have no letter because they were deleted since they were listed. */
function warnAboutMissingLeads({ cache }: ApolloClient, ids: string[]): void {
  const addresses = ids.map((id) => {
    const cacheId = cache.identify({ __typename: 'Lead', id })
    return cache.readFragment({ id: cacheId, fragment: LeadAddressFragmentDoc })?.address ?? `lead ${id}`
  })
  const message = `${pluralize(ids.length, 'lead')} no longer ${ids.length === 1 ? 'exists' : 'exist'} and ${ids.length === 1 ? 'has' : 'have'} no letter`
  toastWarning(message, { detail: addresses.join(', '), duration: LONG_TOAST_MS })
}

const noLettersError = () =>
  new RequestError([{ message: 'No letters to print.', extensions: { code: 'BAD_USER_INPUT' } }])
