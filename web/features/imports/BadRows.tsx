import { Download } from 'lucide-react'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useJobDownload } from '../../session/jobs/jobs.ts'
import { Button } from '../../ui/Button.tsx'

/** The most rows that are shown; the file has them all. */
const MAX_SHOWN = 100

/** The rows with errors and their reasons, and all of them as a file. */
export function BadRows({ job }: { job: Pick<ImportJobFragment, 'id' | 'errors' | 'fileName' | 'counts'> }) {
  const { download, isDownloading } = useJobDownload()
  if (job.errors.length === 0) return null
  return (
    <section aria-label="Rows with errors">
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label="List of errors"
        className="max-h-80 overflow-y-auto rounded-button border border-line"
      >
        <table className="w-full text-left text-small">
          <thead className="sticky top-0 bg-surface text-ink-2">
            <tr>
              <th scope="col" className="px-3 py-2 text-right font-[550]">
                Row
              </th>
              <th scope="col" className="px-3 py-2 font-[550]">
                Column
              </th>
              <th scope="col" className="px-3 py-2 font-[550]">
                Reason
              </th>
            </tr>
          </thead>
          <tbody>
            {job.errors.slice(0, MAX_SHOWN).map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`} className="border-t border-line">
                <td className="figures px-3 py-2 text-right">{formatCount(row)}</td>
                <td className="px-3 py-2">{column ?? 'Whole row'}</td>
                <td className="px-3 py-2 break-words text-bad">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {job.fileName && (
        <Button
          className="mt-3"
          icon={<Download aria-hidden size={16} />}
          busy={isDownloading}
          busyLabel="Downloading..."
          onClick={() => void download(job)}
        >
          Errors as CSV
        </Button>
      )}
    </section>
  )
}
