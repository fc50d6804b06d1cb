import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { JobRowFragment } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { describeJob } from '../../session/jobs/jobs.ts'
import { RecordRows } from '../../ui/RecordRows.tsx'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { JobAction } from './JobAction.tsx'

/** The jobs as a table; on a phone as cards. */
export const JobRows = ({ jobs }: { jobs: readonly JobRowFragment[] }) => (
  <RecordRows
    rows={jobs}
    className="w-[22%]"
    columns={[
      { label: 'Job', className: 'font-semibold', cell: describeJob },
      { label: 'Who', className: 'text-ink-2', cell: (job) => <Creator job={job} /> },
      { label: 'Status', className: 'w-[36%] max-w-0', cell: (job) => <JobStatus job={job} /> },
      { label: 'Started', isNumber: true, className: 'text-ink-2', cell: (job) => <StartTime at={job.createdAt} /> },
    ]}
    actions={(job) => <JobAction job={job} />}
    card={(job) => (
      <>
        <h2 className="text-section">{describeJob(job)}</h2>
        <p className="mt-0.5 text-small text-ink-2">
          <Creator job={job} /> · <StartTime at={job.createdAt} />
        </p>
        <div className="mt-2">
          <JobStatus job={job} />
        </div>
        <JobAction job={job} className="mt-3 w-full" />
      </>
    )}
  />
)

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
