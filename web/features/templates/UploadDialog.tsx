import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { TemplateTag } from '../../gql/graphql.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TemplateTagGlyph, templateTagLabel, templateTags } from '../../ui/TemplateTagMark.tsx'
import { FileField } from './FileField.tsx'
import { MergeFieldCatalogue } from './MergeFieldCatalogue.tsx'
import { useTemplateUpload } from './useTemplateUpload.ts'

const NONE = 'NONE'

const tagOptions: SelectOption<TemplateTag | typeof NONE>[] = [
  { value: NONE, label: 'No tag' },
  ...templateTags.map((tag) => ({
    value: tag,
    label: templateTagLabel(tag),
    icon: <TemplateTagGlyph tag={tag} />,
  })),
]

interface UploadDialogProps {
  /** Dropped on the screen. */
  dropped: File | null
  /** The names that are taken: a file of the same name replaces its template. */
  taken: readonly string[]
  onUploaded: () => void
  onClose: () => void
}

/** A Word document and its tag; what is wrong with it is said sentence by sentence, and the choice stays. */
export function UploadDialog({ dropped, taken, onUploaded, onClose }: UploadDialogProps) {
  const [file, setFile] = useState(dropped)
  const [tag, setTag] = useState<TemplateTag | typeof NONE>(NONE)
  const [missing, setMissing] = useState(false)
  const { upload, uploading, reasons, forgetReasons } = useTemplateUpload()
  const replaces = file && taken.some((name) => name.toLowerCase() === file.name.toLowerCase())
  const submit = async () => {
    if (!file) return setMissing(true)
    if (await upload(file, tag === NONE ? null : tag)) onUploaded()
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
          setMissing(false)
          forgetReasons()
        }}
        error={missing ? 'Please select a file to upload' : undefined}
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
      <MergeFieldCatalogue />
    </FormDialog>
  )
}
