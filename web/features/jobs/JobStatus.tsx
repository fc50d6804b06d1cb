import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { JobRowFragment } from '../../gql/graphql.ts'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** Whether a job waits, runs, with its progress, or has ended, with how many of its rows had errors. */
export function JobStatus({ job }: { job: JobRowFragment }) {
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
