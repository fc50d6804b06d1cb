import { useState } from 'react'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { type TemplateRow, useTemplateUpdate } from './useTemplates.ts'

/** Renames a template. The server adds the ending `.docx`. */
export function RenameDialog({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const [name, setName] = useState(template.filename.replace(/\.docx$/i, ''))
  const [error, setError] = useState<string>()
  const { update, saving } = useTemplateUpdate(template)
  const showFailure = (cause: unknown, message: string) => {
    const isAboutName = ['CONFLICT', 'BAD_USER_INPUT'].includes(errorCode(cause))
    if (isAboutName) setError(errorMessage(cause))
    else toastFailure(cause, message)
  }
  const save = async () => {
    if (!name.trim()) return setError('Template name is required')
    return update({ name: name.trim() }, showFailure)
  }
  return (
    <FormDialog title="Rename Template" onSubmit={save} onClose={onClose} action="Rename Template">
      <TextField
        label="Template Name"
        isRequired
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
        error={error}
        hint="The name ends in .docx, which is added if it is missing."
        disabled={saving}
      />
    </FormDialog>
  )
}
