import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type TemplateRow, useTemplateDeletion } from './useTemplates.ts'

/** Deletes a template after confirmation. */
export function DeleteTemplate({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const { remove, deleting } = useTemplateDeletion()
  const confirm = async () => {
    if (await remove(template.id)) onClose()
  }
  return (
    <ConfirmDialog
      open
      title="Delete template"
      confirmLabel="Delete template"
      busyLabel="Deleting..."
      busy={deleting}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Are you sure you want to delete {template.filename}? This cannot be undone.
    </ConfirmDialog>
  )
}
