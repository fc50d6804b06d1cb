import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { JobRowFragment } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { describeJob } from '../../session/jobs/jobs.ts'
import { classNames } from '../../ui/classNames.ts'
import { cellClasses, numberCellClasses, rowClasses, Table } from '../../ui/Table.tsx'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { JobAction } from './JobAction.tsx'

/** The jobs as a table; on a phone as cards. */
export function JobRows({ jobs }: { jobs: readonly JobRowFragment[] }) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ul className="grid gap-3">
        {jobs.map((job) => (
          <li key={job.id} className="rounded-phone-card bg-surface p-4 shadow-card">
            <h2 className="text-section">{describeJob(job)}</h2>
            <p className="mt-0.5 text-small text-ink-2">
              <Creator job={job} /> · <StartTime at={job.createdAt} />
            </p>
            <div className="mt-2">
              <JobStatus job={job} />
            </div>
            <JobAction job={job} className="mt-3 w-full" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table columns={['Job', 'Who', 'Status']} numberColumns={['Started']} className="w-[22%]">
      {jobs.map((job) => (
        <tr key={job.id} className={classNames(rowClasses, 'hover:bg-hover')}>
          <th scope="row" className={classNames(cellClasses, 'text-left font-semibold')}>
            {describeJob(job)}
          </th>
          <td className={classNames(cellClasses, 'text-ink-2')}>
            <Creator job={job} />
          </td>
          <td className={classNames(cellClasses, 'w-[36%] max-w-0')}>
            <JobStatus job={job} />
          </td>
          <td className={classNames(numberCellClasses, 'text-ink-2')}>
            <StartTime at={job.createdAt} />
          </td>
          <td className={classNames(cellClasses, 'text-right')}>
            <JobAction job={job} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const Creator = ({ job }: { job: JobRowFragment }) => job.createdBy?.fullName ?? 'Former user'

function StartTime({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatDay(at)}, {formatTime(at)}
    </time>
  )
}

/** Whether a job waits, runs, with its progress, or has ended, with how many of its rows had errors. */
function JobStatus({ job }: { job: JobRowFragment }) {
  const { status, done, total, error, fileSize } = job
  switch (status) {
    case 'QUEUED':
      return (
        <p className="flex items-center gap-1.5 text-ink-2">
          <Clock aria-hidden size={16} className="shrink-0" />
          Waiting
        </p>
      )
    case 'RUNNING':
      return <ProgressBar done={done} total={total ?? null} unit="rows" />
    case 'FAILED':
      return (
        <p title={error ?? undefined} className="flex min-w-0 items-center gap-1.5 text-bad">
          <CircleAlert aria-hidden size={16} className="shrink-0" />
          <span className="truncate max-md:whitespace-normal">{error ?? 'Failed'}</span>
        </p>
      )
    case 'DONE': {
      const withErrors = job.counts?.failed ?? 0
      const facts = [
        `${pluralize(done, 'row')}${job.import?.dryRun ? ' checked' : ''}`,
        withErrors > 0 && `${formatCount(withErrors)} with errors`,
        fileSize != null && formatFileSize(fileSize),
      ]
      return (
        <p className="figures flex items-center gap-1.5 text-ink-2">
          {withErrors > 0 ? (
            <TriangleAlert aria-hidden size={16} className="shrink-0 text-warn" />
          ) : (
            <CircleCheck aria-hidden size={16} className="shrink-0 text-good" />
          )}
          {facts.filter(Boolean).join(' · ')}
        </p>
      )
    }
  }
}
