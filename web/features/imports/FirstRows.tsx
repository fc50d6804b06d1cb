import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { cellClasses, headClasses, rowClasses } from '../../ui/Table.tsx'
import type { FileHead } from './fileHead.ts'
import { importFields, type ImportList } from './importFields.ts'

interface FirstRowsProps {
  list: ImportList
  head: FileHead
  /** The heading for each field. */
  mapping: Record<string, string>
}

const SHOWN_ROWS = 6

/** The first rows of the file as they will be read, before they are checked. */
export function FirstRows({ list, head, mapping }: FirstRowsProps) {
  // A field without a column is not that of the column without a heading.
  const columns = importFields[list].flatMap(({ name, label }) => {
    const index = mapping[name] ? head.headings.indexOf(mapping[name]) : -1
    return index < 0 ? [] : [{ label, index }]
  })
  return (
    <Card
      title="First Rows"
      aside={<span className="text-small text-ink-2">A check reads all and saves nothing.</span>}
    >
      {columns.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-body text-ink-2 max-md:px-4">Choose what the columns mean.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard can scroll only what has focus
        <div className="relative overflow-x-auto pb-2" role="group" aria-label="First Rows" tabIndex={0}>
          <table className="w-full text-body whitespace-nowrap">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className={classNames(headClasses, 'text-right!')}>
                  Row
                </th>
                {columns.map(({ label }) => (
                  <th key={label} scope="col" className={headClasses}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {head.rows.slice(0, SHOWN_ROWS).map(({ row, cells }) => (
                <tr key={row} className={rowClasses}>
                  <td className={classNames(cellClasses, 'figures text-right text-ink-2')}>{row}</td>
                  {columns.map(({ label, index }) => (
                    <td key={label} title={cells[index]} className={classNames(cellClasses, 'max-w-60 truncate')}>
                      {cells[index]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
