import { ArrowRight, CircleCheck, Minus } from 'lucide-react'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import type { FileHead } from './fileHead.ts'
import { importFields, type ImportList } from './importFields.ts'

interface ColumnTableProps {
  list: ImportList
  head: FileHead
  /** The heading for each field. */
  mapping: Record<string, string>
  onChange: (mapping: Record<string, string>) => void
}

const LEAVE_OUT = '-'

/** The columns of the file with their first values, and the field that each fills. */
export function ColumnTable({ list, head, mapping, onChange }: ColumnTableProps) {
  const fields = importFields[list]
  const fieldOf = (heading: string) => Object.keys(mapping).find((field) => mapping[field] === heading) ?? LEAVE_OUT
  const options = [
    { value: LEAVE_OUT, label: 'Leave out' },
    ...fields.map(({ name, label }) => ({ value: name, label })),
  ]
  const assign = (heading: string, field: string) => {
    // Each column fills one field, and each field is filled by one column.
    const others = Object.entries(mapping).filter(([name, column]) => column !== heading && name !== field)
    onChange(Object.fromEntries(field === LEAVE_OUT ? others : [...others, [field, heading]]))
  }
  const columns = head.headings.map((heading, index) => ({ heading, index })).filter(({ heading }) => heading !== '')
  return (
    <Card
      title="Columns"
      aside={
        <span className="text-small text-ink-2">
          {Object.keys(mapping).length} of {columns.length} matched
        </span>
      }
    >
      <ul className="mt-2">
        {columns.map(({ heading, index }) => (
          <li
            key={heading}
            className="grid min-h-11 grid-cols-[1fr_11.25rem_auto] items-center gap-3 border-t border-line px-5 py-1 md:grid-cols-[1.15fr_0.85fr_auto_10.5rem_auto] max-md:px-4"
          >
            <span className="text-body font-semibold max-md:wrap-anywhere md:truncate" title={heading}>
              {heading}
            </span>
            <span className="truncate text-small text-ink-2 max-md:hidden">{firstValue(head, index)}</span>
            <ArrowRight aria-hidden size={14} className="text-ink-3 max-md:hidden" />
            <Select
              label={`Field for ${heading}`}
              variant="filter"
              options={options}
              value={fieldOf(heading)}
              onChange={(field) => assign(heading, field)}
              className="w-full"
            />
            {fieldOf(heading) === LEAVE_OUT ? (
              <Minus aria-hidden size={17} className="text-ink-3" />
            ) : (
              <CircleCheck aria-hidden size={17} className="text-good" />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function firstValue({ rows }: FileHead, index: number): string {
  return rows.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? ''
}
