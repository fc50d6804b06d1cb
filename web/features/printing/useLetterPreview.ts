import { useCallback } from 'react'
import type { TemplateTag } from '../../gql/graphql.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { useRestClient } from '../../session/useRestClient.ts'

/** Fetches the letter to one lead, as an HTML page or as a Word document that is saved. */
export function useLetterPreview() {
  const callRest = useRestClient()
  const preview = useCallback(
    (leadId: string, template: TemplateTag, format: 'docx' | 'html', signal?: AbortSignal) => {
      const query = new URLSearchParams({ template_tag: template.toLowerCase(), format })
      return callRest(`/templates/preview/${leadId}?${query}`, { method: 'POST', ...(signal ? { signal } : {}) })
    },
    [callRest],
  )
  const readPage = useCallback(
    async (leadId: string, template: TemplateTag, signal: AbortSignal) =>
      (await preview(leadId, template, 'html', signal)).text(),
    [preview],
  )
  const saveDocument = useCallback(
    async (leadId: string, template: TemplateTag) => {
      const response = await preview(leadId, template, 'docx')
      saveFile(await readBlob(response, () => undefined), filenameOf(response, 'letter.docx'))
    },
    [preview],
  )
  return { readPage, saveDocument }
}
