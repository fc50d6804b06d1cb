import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { JobRowFragment } from '../../gql/graphql.ts'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { formatCount } from '../../lib/numbers.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** Whether a job waits, runs, with its progress, or has ended. */
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
    case 'DONE':
      return (
        <p className="figures flex items-center gap-1.5 text-ink-2">
          <CircleCheck aria-hidden size={16} className="shrink-0 text-good" />
          {[`${formatCount(done)} rows`, fileSize != null && formatFileSize(fileSize)].filter(Boolean).join(' · ')}
        </p>
      )
  }
}
