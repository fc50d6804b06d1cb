import { useMutation } from '@apollo/client/react'
import { RotateCcw } from 'lucide-react'
import { type JobRowFragment, RetryJobDocument } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { DownloadButton } from '../../session/jobs/DownloadButton.tsx'
import { fileOfJob } from '../../session/jobs/jobs.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { classNames } from '../../ui/classNames.ts'

/**
 * What the user can do with a job: decide the unsure rows of their own import, open it to undo it, download the file of their own
 * job, or run a failed job again.
 */
export function JobAction({ job, className }: { job: JobRowFragment; className?: string }) {
  const me = useMe()
  const unsure = job.counts?.unsure ?? 0
  const hasEnded = job.status === 'DONE' || job.status === 'FAILED'
  const isOpen = hasEnded && job.import && !job.import.dryRun && !job.import.undoneAt && isKept(job)
  const hasMore = unsure > 0 || job.import?.undoableUntil
  if (!isOpen || !hasMore || job.createdBy?.id !== me.id) return <SingleAction job={job} className={className} />
  return (
    <div className={classNames('flex flex-wrap justify-end gap-2', className)}>
      <ButtonLink
        size="small"
        to={`/import/${(job.list ?? 'PARCELS').toLowerCase()}/${job.id}`}
        className="max-md:flex-1"
      >
        {unsure > 0 ? `Decide ${pluralize(unsure, 'Row')}` : 'Open to Undo'}
      </ButtonLink>
      {job.status === 'FAILED' ? (
        <RetryButton job={job} className="max-md:flex-1" />
      ) : (
        job.fileExpiresAt && <FileButton job={job} className="max-md:flex-1" />
      )}
    </div>
  )
}

function SingleAction({ job, className }: { job: JobRowFragment; className?: string | undefined }) {
  const me = useMe()
  // Their screen has what failed, and starts another check.
  if (job.kind === 'PARCEL_CHECK')
    return (
      <ButtonLink size="small" to="/parcels" className={className}>
        Open Parcels
      </ButtonLink>
    )
  // What an undo removed is not imported again.
  if (job.status === 'FAILED' && !job.import?.undoneAt) return <RetryButton job={job} className={className} />
  if (!job.fileExpiresAt || job.status !== 'DONE') return null
  if (job.createdBy?.id !== me.id)
    return <span className="text-small text-ink-2 max-md:hidden">Only for its creator</span>
  return <FileButton job={job} className={className} />
}

function RetryButton({ job, className }: { job: JobRowFragment; className?: string | undefined }) {
  const [retry, retrying] = useMutation(RetryJobDocument, { variables: { id: job.id } })
  return (
    <Button
      size="small"
      icon={RotateCcw}
      busy={retrying.loading}
      onClick={() => void toastOutcome(retry(), 'Job started again', 'Failed to start job')}
      className={className}
    >
      Retry
    </Button>
  )
}

function FileButton({ job, className }: { job: JobRowFragment; className?: string | undefined }) {
  const title = `Kept until ${formatDay(job.fileExpiresAt!)}, ${formatTime(job.fileExpiresAt!)}`
  return (
    <DownloadButton {...fileOfJob(job)} size="small" title={title} className={className}>
      Download
    </DownloadButton>
  )
}

const KEPT_MS = 24 * 60 * 60_000

/** Whether the server still has the rows of the import, so that it can be undone and its rows decided. */
const isKept = ({ finishedAt }: JobRowFragment) =>
  finishedAt != null && Date.now() - new Date(finishedAt).getTime() < KEPT_MS
