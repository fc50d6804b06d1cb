import { useState } from 'react'
import type { TemplateTag } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { RestError } from '../../lib/rest.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { useRestClient } from '../../session/useRestClient.ts'

/** Uploads a template. After a failure, `reasons` contains the server's messages. */
export function useTemplateUpload() {
  const callRest = useRestClient()
  const [uploading, setUploading] = useState(false)
  const [reasons, setReasons] = useState<readonly string[]>([])
  /** Returns whether the template was stored. */
  const upload = async (file: File, tag: TemplateTag | null): Promise<boolean> => {
    const body = new FormData()
    body.append('file', file)
    if (tag) body.append('tag', tag.toLowerCase())
    setUploading(true)
    setReasons([])
    try {
      await callRest('/templates/upload', { method: 'POST', body })
      toastSuccess('Template uploaded')
      return true
    } catch (error) {
      toastFailure(error, 'Failed to upload template')
      setReasons(reasonsOf(error))
      return false
    } finally {
      setUploading(false)
    }
  }
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
