import { useEffect, useRef, useState } from 'react'
import type { ParcelImportRowFragment } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

/** The size of a part, as the server wants it. */
const PART_BYTES = 1024 * 1024
/** A part is sent again within a slow connection's time. */
const PART_TIMEOUT_MS = 2 * 60_000

export interface ParcelUpload {
  /** The bytes that were sent; null while nothing is uploaded. */
  sentBytes: number | null
  /** Why it stopped; the rest can be sent later. */
  refusal: string | null
  /** Sends the parts of the file that the server lacks. Resolves to whether it has all of them. */
  send: (target: Pick<ParcelImportRowFragment, 'id' | 'receivedBytes'>, file: File) => Promise<boolean>
}

/** Uploads a file part by part, so that neither the browser nor the server has all of it in memory, and what was sent is not lost. */
export function useParcelUpload(): ParcelUpload {
  const rest = useRestClient()
  const [sentBytes, setSentBytes] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    // Strict mode mounts twice.
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  return {
    sentBytes,
    refusal,
    async send({ id, receivedBytes }, file) {
      const { signal } = leaving.current
      setRefusal(null)
      try {
        // Parts are sent in order, so that those before are there.
        for (let part = Math.floor(receivedBytes / PART_BYTES); part * PART_BYTES < file.size; part += 1) {
          setSentBytes(part * PART_BYTES)
          const body = new FormData()
          body.append('part', String(part))
          body.append('file', file.slice(part * PART_BYTES, (part + 1) * PART_BYTES), 'part')
          await rest(`/parcel-imports/${id}/parts`, { method: 'POST', body, signal, timeoutMs: PART_TIMEOUT_MS })
        }
        return !signal.aborted
      } catch (error) {
        if (!signal.aborted)
          setRefusal(errorMessage(error, 'The connection was lost. What was sent is kept: go on when it is back.'))
        return false
      } finally {
        if (!signal.aborted) setSentBytes(null)
      }
    },
  }
}
