import { useMutation } from '@apollo/client/react'
import { DeleteTemplateDocument, TemplatesDocument } from '../../gql/graphql.ts'
import { toastFailure, toastOutcome } from '../../session/failureToasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { TemplateRow } from './useTemplates.ts'

/** Deletes a template after confirmation. */
export function DeleteTemplate({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const [deleteTemplate, { loading }] = useMutation(DeleteTemplateDocument, {
    variables: { id: template.id },
    refetchQueries: [TemplatesDocument],
    awaitRefetchQueries: true,
  })
  const confirm = async () => {
    if (await toastOutcome(deleteTemplate(), 'Template deleted', 'Failed to delete template', toastFailure)) onClose()
  }
  return (
    <ConfirmDialog title="Delete template" busy={loading} onConfirm={() => void confirm()} onClose={onClose}>
      Are you sure you want to delete {template.filename}? This cannot be undone.
    </ConfirmDialog>
  )
}
