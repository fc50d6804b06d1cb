import { X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import type { StoredTemplate } from './useTemplateUpload.ts'

/** What the writer of an uploaded template may not have meant, until it is closed or another template is uploaded. */
export function UploadWarnings({ filename, warnings, onClose }: StoredTemplate & { onClose: () => void }) {
  return (
    <div className="mb-4">
      <Note hue="warn">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <p className="font-semibold">{filename} was uploaded. Check its fields:</p>
            <ul className="mt-1 space-y-1">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
          <IconButton label="Dismiss" size="small" icon={<X aria-hidden size={16} />} onClick={onClose} />
        </div>
      </Note>
    </div>
  )
}
