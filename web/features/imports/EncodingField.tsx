import { Select } from '../../ui/Select.tsx'
import { encodingLabels, type FileEncoding } from './fileHead.ts'

interface EncodingFieldProps {
  /** How the file was read; null if this was not certain. */
  value: FileEncoding | null
  sampleLine: string | null
  onChange: (encoding: FileEncoding) => void
  disabled: boolean
}

const options = (Object.keys(encodingLabels) as FileEncoding[]).map((value) => ({
  value,
  label: encodingLabels[value],
}))

/** The encoding of a CSV file, which can be changed, beside one of its lines that shows whether it is right. */
export function EncodingField({ value, sampleLine, onChange, disabled }: EncodingFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:max-lg:grid-cols-[18rem_minmax(0,1fr)]">
      <Select label="Encoding" placeholder="Choose the encoding" {...{ options, value, onChange, disabled }} />
      {sampleLine !== null && (
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-small text-ink-2">
            One line of the file. If it reads wrongly, choose another encoding.
          </figcaption>
          <p className="rounded-button border border-line bg-sunken px-3 py-2.5 font-mono text-small wrap-anywhere">
            {sampleLine}
          </p>
        </figure>
      )}
    </div>
  )
}
