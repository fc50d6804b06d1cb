import { useMutation } from '@apollo/client/react'
import { Download, RotateCcw } from 'lucide-react'
import { type JobRowFragment, RetryJobDocument } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { useJobDownload } from '../../session/jobs.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'

/** Decides the unsure rows of the user's own import, downloads the file of their own job, or runs a failed job again. */
export function JobAction({ job, className }: { job: JobRowFragment; className?: string }) {
  const me = useMe()
  const { download, isDownloading } = useJobDownload()
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
  const unsure = job.import?.dryRun || job.import?.undoneAt ? 0 : (job.counts?.unsure ?? 0)
  if (unsure > 0 && job.list && isKept(job) && job.createdBy?.id === me.id)
    return (
      <ButtonLink to={`/import/${job.list.toLowerCase()}?import=${job.id}`} className={className}>
        Decide {pluralize(unsure, 'Row')}
      </ButtonLink>
    )
  if (!job.fileExpiresAt || job.status !== 'DONE') return null
  const until = `Kept until ${formatDay(job.fileExpiresAt)}, ${formatTime(job.fileExpiresAt)}`
  if (job.createdBy?.id !== me.id) return <span className="text-small text-ink-2">File of its creator</span>
  return (
    <Button
      size="small"
      title={until}
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

/** Whether the server still has the rows of the import. */
const isKept = ({ finishedAt }: JobRowFragment) =>
  finishedAt != null && Date.now() - new Date(finishedAt).getTime() < KEPT_MS
