import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './classNames.ts'

interface FilePickerProps {
  title: string
  hint: string
  /** The endings and media types of the files. */
  accept: string
  onChange: (file: File) => void
  disabled?: boolean
}

/** Chooses a file, by the file dialog of the browser or by drag and drop. */
export function FilePicker({ title, hint, accept, onChange, disabled = false }: FilePickerProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <label
      className={classNames(
        'field-box relative flex min-h-40 flex-col items-center justify-center gap-2 border-dashed p-6 text-center has-focus-visible:outline-2',
        isOver && 'bg-accent-tint',
      )}
    >
      <FileUp aria-hidden size={28} className="text-ink-2" />
      <span className="text-body font-semibold">{title}</span>
      <span className="text-small text-ink-2">{hint}</span>
      <input
        type="file"
        {...{ disabled, accept }}
        // The field covers the label and takes a file that is dropped on it by itself.
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChange(file)
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}
