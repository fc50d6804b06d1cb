import { Metric } from '../../domain/Metric.tsx'
import { territoryFills } from '../../domain/territoryFills.ts'
import type { PassFiguresFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { CardFigure } from '../../ui/CardFigure.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { cellClasses, numberCellClasses, rowClasses, Table } from '../../ui/Table.tsx'
import { describeLastWork, passColumns, passMetric } from './passTexts.ts'

interface PassTableProps {
  passId: string
  figures: readonly PassFiguresFragment[]
  /** The time of the figures; undefined for the current ones. */
  asOf: string | undefined
}

/** The territories of a pass with their figures, which open their receipts; on a phone as cards. */
export function PassTable({ passId, figures, asOf }: PassTableProps) {
  const phone = useIsPhone()
  if (phone)
    return (
      <ul aria-label="Territories" className="grid gap-3">
        {figures.map((row) => (
          <li key={row.territory.id} className="rounded-phone-card bg-surface p-4 shadow-card">
            <TerritoryName row={row} />
            <div className="mt-2">
              <ProgressBar done={row.worked} total={row.doors} unit="doors worked" />
            </div>
            <dl className="mt-3 grid grid-cols-3 gap-x-2 gap-y-3">
              <CardFigure label="Left">{formatCount(row.left)}</CardFigure>
              {passColumns
                .filter(({ label }) => label !== 'Worked')
                .map((column) => (
                  <CardFigure key={column.label} label={column.label}>
                    <Metric {...passMetric(column, row, passId, asOf)} />
                  </CardFigure>
                ))}
            </dl>
            <p className="mt-3 text-small text-ink-2">
              {row.lastWorkedAt ? `Last worked: ${describeLastWork(row)}` : 'Not worked yet'}
            </p>
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      columns={['Territory']}
      numberColumns={['Doors', 'Left', ...passColumns.map(({ label }) => label), 'Last Worked']}
      actions={false}
      className="w-[24%]"
    >
      {figures.map((row) => (
        <tr key={row.territory.id} className={`${rowClasses} hover:bg-hover`}>
          <th scope="row" className={`${cellClasses} text-left font-semibold`}>
            <TerritoryName row={row} />
          </th>
          <td className={numberCellClasses}>{formatCount(row.doors)}</td>
          <td className={numberCellClasses}>{formatCount(row.left)}</td>
          {passColumns.map((column) => (
            <td key={column.label} className={numberCellClasses}>
              <Metric {...passMetric(column, row, passId, asOf)} />
            </td>
          ))}
          <td className={`${numberCellClasses} text-ink-2`}>{describeLastWork(row)}</td>
        </tr>
      ))}
    </Table>
  )
}

function TerritoryName({ row: { territory } }: { row: PassFiguresFragment }) {
  return (
    <span className="flex items-center gap-2 font-semibold">
      <span
        aria-hidden
        className="size-3 shrink-0 rounded-full"
        style={{ backgroundColor: territoryFills[territory.color] }}
      />
      <span dir="auto" className="max-w-72 truncate">
        {territory.name}
      </span>
    </span>
  )
}
