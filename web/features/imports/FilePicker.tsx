import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../ui/classNames.ts'

/** Chooses the file, by the file dialog of the browser or by drag and drop. */
export function FilePicker({ onChange, busy }: { onChange: (file: File) => void; busy: boolean }) {
  const [isOver, setIsOver] = useState(false)
  return (
    <label
      className={classNames(
        'field-box relative flex min-h-48 flex-col items-center justify-center gap-2 border-dashed p-6 text-center has-focus-visible:outline-2',
        isOver && 'bg-accent-tint',
      )}
    >
      <FileUp aria-hidden size={28} className="text-ink-2" />
      <span className="text-body font-semibold">
        {busy ? 'Reading the file...' : 'Choose an Excel, CSV or GeoJSON file, or drop it here'}
      </span>
      <span className="text-small text-ink-2">
        At most 20 MB and 100,000 rows. A table has the names of its columns in the first row.
      </span>
      <input
        type="file"
        disabled={busy}
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.geojson,.json,text/csv,application/geo+json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
