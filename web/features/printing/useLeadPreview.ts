import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { PrintableTemplatesDocument } from '../../gql/graphql.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import type { PreviewedLead } from './PreviewDialog.tsx'
import { findTemplateOfTag } from './usePrintableTemplates.ts'
import { useLetterPreview } from './useLetterPreview.ts'

/**
 * Previews leads: DOCX downloads the document, HTML opens the dialog. A lead whose type has no template opens the
 * dialog too, where the user chooses another.
 */
export function useLeadPreview() {
  const client = useApolloClient()
  const { saveDocument } = useLetterPreview()
  const [previewedLead, setPreviewedLead] = useState<PreviewedLead | null>(null)
  const preview = useCallback(
    async (lead: PreviewedLead, format: 'docx' | 'html') => {
      if (format === 'html') return setPreviewedLead(lead)
      try {
        const { data } = await client.query({ query: PrintableTemplatesDocument, fetchPolicy: 'network-only' })
        const own = findTemplateOfTag(data?.printableTemplates, lead.tag)
        if (own) await saveDocument(lead.id, own.id)
        else setPreviewedLead(lead)
      } catch (error) {
        toastFailure(error, 'Failed to preview template')
      }
    },
    [client, saveDocument],
  )
  return { shown: previewedLead, preview, close: () => setPreviewedLead(null) }
}
