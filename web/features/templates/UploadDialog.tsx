import { Upload } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { FileField } from './FileField.tsx'
import { MergeFieldCatalog } from './MergeFieldCatalog.tsx'
import { tagOptions, toTag, toTagChoice } from './tagOptions.tsx'
import { type StoredTemplate, useTemplateUpload } from './useTemplateUpload.ts'

interface UploadDialogProps {
  /** The file that was dropped on the screen, if any. */
  initialFile: File | null
  /** The names of existing templates. Replacing one of them is confirmed first. */
  existingFilenames: readonly string[]
  onUploaded: (stored: StoredTemplate) => void
  onClose: () => void
}

/** Uploads a Word document with an optional tag. It lists the errors of the server and keeps the choices. */
export function UploadDialog({ initialFile, existingFilenames, onUploaded, onClose }: UploadDialogProps) {
  const [file, setFile] = useState(initialFile)
  const [tag, setTag] = useState(toTagChoice(null))
  const [isAskingToReplace, setIsAskingToReplace] = useState(false)
  const [isFileMissing, setIsFileMissing] = useState(false)
  const { upload, uploading, reasons, clearReasons } = useTemplateUpload()
  const replaces = file && existingFilenames.some((name) => name.toLowerCase() === file.name.toLowerCase())
  const send = async (replace: boolean) => {
    const outcome = file && (await upload({ file, tag: toTag(tag), replace }))
    setIsAskingToReplace(outcome === 'exists')
    if (outcome && typeof outcome === 'object') onUploaded(outcome)
  }
  const submit = () => {
    if (!file) setIsFileMissing(true)
    else if (replaces) setIsAskingToReplace(true)
    else return send(false)
  }
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      busy={uploading}
      title="Upload Template"
      description="A Word document with merge fields."
      width={672}
      action="Upload Template"
      busyAction="Uploading..."
      icon={Upload}
      className="space-y-5"
      after={
        isAskingToReplace && (
          <ConfirmDialog
            title="Replace Template"
            busyLabel="Uploading..."
            onConfirm={() => send(true)}
            onClose={() => setIsAskingToReplace(false)}
          >
            A template named {file?.name} already exists. Replace its file? This cannot be undone.
          </ConfirmDialog>
        )
      }
    >
      <FileField
        file={file}
        onChange={(next) => {
          setFile(next)
          setIsFileMissing(false)
          clearReasons()
        }}
        error={isFileMissing ? 'Please select a file to upload' : undefined}
        disabled={uploading}
      />
      {replaces && (
        <Note hue="warn">This replaces the template of the same name. It keeps its tag unless you choose one.</Note>
      )}
      {reasons.length > 0 && (
        <Note hue="bad">
          <ul className="space-y-1">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Note>
      )}
      <Select label="Tag" optional options={tagOptions} value={tag} onChange={setTag} disabled={uploading} />
      <MergeFieldCatalog />
    </FormDialog>
  )
}
