import { useState } from 'react'
import type { TemplateTag } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { RestError } from '../../lib/rest.ts'
import { toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { LONG_REQUEST_TIMEOUT_MS } from '../../lib/timeout.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

interface TemplateUpload {
  file: File
  tag: TemplateTag | null
  /** Replaces a template with the same file name. */
  replace: boolean
}

export interface StoredTemplate {
  filename: string
  warnings: readonly string[]
}

/** Uploads a template. After a failure, `reasons` contains the server's messages; of a stored one, they are its `warnings`. */
export function useTemplateUpload() {
  const callRest = useRestClient()
  const { busy: uploading, run } = useBusy()
  const [reasons, setReasons] = useState<readonly string[]>([])
  /** Returns 'exists' if there is a template with the same file name and `replace` is false. */
  const upload = ({ file, tag, replace }: TemplateUpload) =>
    run(async (): Promise<StoredTemplate | 'exists' | 'failed'> => {
      const body = new FormData()
      body.append('file', file)
      if (tag) body.append('tag', tag.toLowerCase())
      if (replace) body.append('replace', 'true')
      setReasons([])
      try {
        const response = await callRest('/templates/upload', {
          method: 'POST',
          body,
          timeoutMs: LONG_REQUEST_TIMEOUT_MS,
        })
        const { data, warnings = [] } = (await response.json()) as {
          data: { merge_field_count: number | null }
          warnings?: string[]
        }
        if (data.merge_field_count === 0)
          toastWarning('Template uploaded', { detail: 'It has no merge fields, so all letters are the same.' })
        else toastSuccess('Template uploaded')
        return { filename: file.name, warnings }
      } catch (error) {
        if (!replace && error instanceof RestError && error.status === 409) return 'exists'
        toastFailure(error, 'Failed to upload template')
        setReasons(reasonsOf(error))
        return 'failed'
      }
    })
  return { upload, uploading, reasons, clearReasons: () => setReasons([]) }
}

/**
 * The server joins the messages in `detail` and repeats them one per line in `errors.file`. Returns the lines if both
 * contain the same text.
 */
function reasonsOf(error: unknown): string[] {
  const message = errorMessage(error, 'Check the connection and try again.')
  const lines = error instanceof RestError ? (error.fields.file ?? '').split('\n') : []
  return lines.join(' ') === message ? lines : [message]
}
