import { useCallback } from 'react'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { LONG_REQUEST_TIMEOUT_MS } from '../../lib/timeout.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

/** Fetches the letter to one lead, as an HTML page or as a Word document that is saved. */
export function useLetterPreview() {
  const callRest = useRestClient()
  const preview = useCallback(
    (leadId: string, templateId: string, format: 'docx' | 'html', signal?: AbortSignal) => {
      const query = new URLSearchParams({ template_id: templateId, format })
      return callRest(`/templates/preview/${leadId}?${query}`, {
        method: 'POST',
        timeoutMs: LONG_REQUEST_TIMEOUT_MS,
        ...(signal ? { signal } : {}),
      })
    },
    [callRest],
  )
  const readPage = useCallback(
    async (leadId: string, templateId: string, signal: AbortSignal) =>
      (await preview(leadId, templateId, 'html', signal)).text(),
    [preview],
  )
  const saveDocument = useCallback(
    async (leadId: string, templateId: string) => {
      const response = await preview(leadId, templateId, 'docx')
      saveFile(await readBlob(response, () => undefined), filenameOf(response, 'letter.docx'))
    },
    [preview],
  )
  return { readPage, saveDocument }
}
