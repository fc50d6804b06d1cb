import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../ui/classNames.ts'

/** Chooses the file, by the file dialog of the browser or by drag and drop. */
export function FilePicker({ onChange }: { onChange: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false)
  return (
    <label
      className={classNames(
        'field-box relative flex min-h-48 flex-col items-center justify-center gap-2 border-dashed p-6 text-center has-focus-visible:outline-2',
        isOver && 'bg-accent-tint',
      )}
    >
      <FileUp aria-hidden size={28} className="text-ink-2" />
      <span className="text-body font-semibold">Choose a CSV file, or drop it here</span>
      <span className="text-small text-ink-2">
        At most 20 MB and 100,000 rows, with the names of the columns in the first row
      </span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        // The field covers the label and takes a file that is dropped on it by itself.
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onChange(file)
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}
