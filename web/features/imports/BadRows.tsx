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
        className="mt-1 rounded-b-card md:max-h-[32rem] md:overflow-y-auto"
      >
        <table className="w-full text-body">
          {/* On a phone the reason is below the column, because three columns would be too narrow to read. */}
          <thead className="sticky top-0 bg-surface max-md:sr-only">
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
              <tr
                key={`${row} ${column} ${message}`}
                className="border-t border-line bg-bad-tint/60 max-md:grid max-md:grid-cols-[3.5rem_minmax(0,1fr)] max-md:py-1.5"
              >
                <td className={classNames(cellClasses, 'figures text-right max-md:h-auto max-md:py-1')}>
                  {formatCount(row)}
                </td>
                <td
                  className={classNames(
                    cellClasses,
                    'max-w-40 truncate font-semibold max-md:h-auto max-md:max-w-none max-md:py-1',
                  )}
                  title={column ?? undefined}
                >
                  {column ?? 'Whole row'}
                </td>
                <td
                  className={classNames(
                    cellClasses,
                    'py-2 break-words text-bad max-md:col-start-2 max-md:h-auto max-md:pt-0',
                  )}
                >
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
