import { useMutation } from '@apollo/client/react'
import { Download, RotateCcw } from 'lucide-react'
import { type JobRowFragment, RetryJobDocument } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { useJobDownload } from '../../session/jobs/jobs.ts'
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
  const isOpen = job.status === 'DONE' && job.import && !job.import.dryRun && !job.import.undoneAt && isKept(job)
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
      {job.fileExpiresAt && <DownloadButton job={job} className="max-md:flex-1" />}
    </div>
  )
}

function SingleAction({ job, className }: { job: JobRowFragment; className?: string | undefined }) {
  const me = useMe()
  const [retry, retrying] = useMutation(RetryJobDocument, { variables: { id: job.id } })
  if (job.status === 'FAILED')
    return (
      <Button
        size="small"
        icon={<RotateCcw aria-hidden size={14} />}
        busy={retrying.loading}
        onClick={() => void toastOutcome(retry(), 'Job started again', 'Failed to start job')}
        className={className}
      >
        Retry
      </Button>
    )
  if (!job.fileExpiresAt || job.status !== 'DONE') return null
  if (job.createdBy?.id !== me.id) return <span className="text-small text-ink-2">File of its creator</span>
  return <DownloadButton job={job} className={className} />
}

function DownloadButton({ job, className }: { job: JobRowFragment; className?: string | undefined }) {
  const { download, isDownloading } = useJobDownload()
  return (
    <Button
      size="small"
      title={`Kept until ${formatDay(job.fileExpiresAt!)}, ${formatTime(job.fileExpiresAt!)}`}
      icon={<Download aria-hidden size={14} />}
      busy={isDownloading}
      busyLabel="Downloading..."
      onClick={() => void download(job)}
      className={className}
    >
      Download
    </Button>
  )
}

const KEPT_MS = 24 * 60 * 60_000

/** Whether the server still has the rows of the import, so that it can be undone and its rows decided. */
const isKept = ({ finishedAt }: JobRowFragment) =>
  finishedAt != null && Date.now() - new Date(finishedAt).getTime() < KEPT_MS
