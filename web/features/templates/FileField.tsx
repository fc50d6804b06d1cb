import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { classNames } from '../../ui/classNames.ts'
import { FieldFrame, useFieldIds } from '../../ui/Field.tsx'

interface FileFieldProps {
  file: File | null
  onChange: (file: File) => void
  error: string | undefined
  disabled: boolean
}

/** Chooses the Word document to upload, by the file dialog of the browser or by drag and drop. */
export function FileField({ file, onChange, error, disabled }: FileFieldProps) {
  const ids = useFieldIds()
  const { isOver, dropHandlers } = useFileDrop(onChange, disabled)
  return (
    <FieldFrame ids={ids} label="Template file" error={error} isRequired>
      <div
        {...dropHandlers}
        data-invalid={error ? '' : undefined}
        className={classNames(
          'field-box relative flex min-h-16 items-center gap-3 border-dashed px-4 py-3',
          isOver && 'bg-accent-tint',
        )}
      >
        <FileUp aria-hidden size={20} className="shrink-0 text-ink-2" />
        <span className="min-w-0 text-body">
          {file ? (
            <>
              <span className="block truncate font-semibold">{file.name}</span>
              <span className="block text-small text-ink-2">{formatFileSize(file.size)}</span>
            </>
          ) : (
            <>
              Choose a <b className="font-semibold">.docx</b> file, or drop it here
            </>
          )}
        </span>
        <input
          id={ids.input}
          type="file"
          accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? ids.error : undefined}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen) onChange(chosen)
            // Resets the input, so that the same file can be chosen again after it was edited.
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </div>
    </FieldFrame>
  )
}

/** Handlers that accept the first file dropped on an element. */
export function useFileDrop(onFile: (file: File) => void, disabled = false) {
  const [isOver, setIsOver] = useState(false)
  const handleDrag = (event: DragEvent, next: boolean) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(next)
  }
  const dropHandlers = {
    onDragOver: (event: DragEvent) => handleDrag(event, true),
    onDragLeave: (event: DragEvent) => handleDrag(event, false),
    onDrop: (event: DragEvent) => {
      handleDrag(event, false)
      const file = event.dataTransfer.files[0]
      if (file && !disabled) onFile(file)
    },
  }
  return { isOver, dropHandlers }
}
