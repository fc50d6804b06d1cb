import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { TemplateTag } from '../../gql/graphql.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TemplateTagIcon, templateTagLabel, templateTags } from '../../domain/TemplateTagBadge.tsx'
import { FileField } from './FileField.tsx'
import { MergeFieldCatalog } from './MergeFieldCatalog.tsx'
import { useTemplateUpload } from './useTemplateUpload.ts'

const NO_TAG = 'NONE'

const tagOptions: SelectOption<TemplateTag | typeof NO_TAG>[] = [
  { value: NO_TAG, label: 'No tag' },
  ...templateTags.map((tag) => ({ value: tag, label: templateTagLabel(tag), icon: <TemplateTagIcon tag={tag} /> })),
]

interface UploadDialogProps {
  /** The file that was dropped on the screen, if any. */
  initialFile: File | null
  /** The names of existing templates. A file with one of these names replaces its template. */
  existingFilenames: readonly string[]
  onUploaded: () => void
  onClose: () => void
}

/** Uploads a Word document with an optional tag. It lists the errors of the server and keeps the choices. */
export function UploadDialog({ initialFile, existingFilenames, onUploaded, onClose }: UploadDialogProps) {
  const [file, setFile] = useState(initialFile)
  const [tag, setTag] = useState<TemplateTag | typeof NO_TAG>(NO_TAG)
  const [isFileMissing, setIsFileMissing] = useState(false)
  const { upload, uploading, reasons, clearReasons } = useTemplateUpload()
  const replaces = file && existingFilenames.some((name) => name.toLowerCase() === file.name.toLowerCase())
  const submit = async () => {
    if (!file) return setIsFileMissing(true)
    if (await upload(file, tag === NO_TAG ? null : tag)) onUploaded()
  }
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      busy={uploading}
      title="Upload Template"
      description="A Word document with merge fields."
      action="Upload Template"
      busyAction="Uploading..."
      icon={<Upload aria-hidden size={16} />}
      className="space-y-5"
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
      {replaces && <Note hue="warn">This replaces the template of the same name.</Note>}
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
