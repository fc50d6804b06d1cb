import { CircleAlert } from 'lucide-react'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { DownloadButton } from '../../session/jobs/DownloadButton.tsx'
import { fileOfJob } from '../../session/jobs/jobs.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { cellClasses, headClasses } from '../../ui/Table.tsx'

/** The most rows that are shown; the file has them all. */
const MAX_SHOWN = 100

/** The rows with errors and their reasons, and all of them as a file. */
export function BadRows({ job }: { job: Pick<ImportJobFragment, 'id' | 'errors' | 'fileName' | 'counts'> }) {
  if (job.errors.length === 0) return null
  return (
    <Card
      title="Rows with Errors"
      aside={
        job.fileName && (
          <DownloadButton size="small" {...fileOfJob(job)}>
            Errors as CSV
          </DownloadButton>
        )
      }
    >
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label="List of errors"
        className="mt-1 max-h-[32rem] overflow-y-auto rounded-b-card"
      >
        <table className="w-full text-body">
          <thead className="sticky top-0 bg-surface">
            <tr>
              <th scope="col" className={classNames(headClasses, 'text-right!')}>
                Row
              </th>
              <th scope="col" className={headClasses}>
                Column
              </th>
              <th scope="col" className={headClasses}>
                Reason
              </th>
            </tr>
          </thead>
          <tbody>
            {job.errors.slice(0, MAX_SHOWN).map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`} className="border-t border-line bg-bad-tint/60">
                <td className={classNames(cellClasses, 'figures text-right')}>{formatCount(row)}</td>
                <td className={classNames(cellClasses, 'max-w-40 truncate font-semibold')} title={column ?? undefined}>
                  {column ?? 'Whole row'}
                </td>
                <td className={classNames(cellClasses, 'py-2 break-words text-bad')}>
                  <CircleAlert aria-hidden size={15} className="mr-1.5 inline align-[-2px]" />
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
