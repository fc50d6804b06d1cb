import { Download } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { isUnfinished, useJob, fileOfJob, useFileDownload } from '../../session/jobs/jobs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

interface ExportProgressProps {
  jobId: string
  title: string
  /** Closes the dialog before the job has ended. */
  onClose: () => void
  /** Closes it afterwards. */
  onSeen: () => void
}

/** The progress of an export. Its file is downloaded as soon as it is ready, and can be downloaded again. */
export function ExportProgress({ jobId, title, onClose, onSeen }: ExportProgressProps) {
  const { job, error } = useJob(jobId)
  const { download, isDownloading } = useFileDownload()
  const hasEnded = job !== undefined && !isUnfinished(job)
  const isReady = job?.status === 'DONE'
  const save = useEffectEvent(() => job && void download(fileOfJob(job)))
  useEffect(() => {
    if (isReady) save()
  }, [isReady])
  return (
    <Dialog
      onClose={hasEnded ? onSeen : onClose}
      title={title}
      initialFocus="dialog"
      footer={
        <>
          <Button size="large" onClick={hasEnded ? onSeen : onClose}>
            Close
          </Button>
          {isReady && (
            <Button
              size="large"
              variant="primary"
              icon={Download}
              busy={isDownloading}
              busyLabel="Downloading..."
              onClick={() => void download(fileOfJob(job))}
            >
              Download
            </Button>
          )}
        </>
      }
    >
      <div role="status" className="space-y-3">
        {isReady ? (
          <>
            <p className="font-[550] wrap-anywhere">
              {job.fileName} <span className="figures font-normal text-ink-2">{formatFileSize(job.fileSize ?? 0)}</span>
            </p>
            {job.fileExpiresAt && (
              <p className="text-small text-ink-2">
                Kept until {formatDay(job.fileExpiresAt)}, {formatTime(job.fileExpiresAt)} under Imports and Exports.
              </p>
            )}
          </>
        ) : job?.status === 'FAILED' ? (
          <Note hue="bad">{job.error}</Note>
        ) : error && !job ? (
          <Note hue="bad">The progress cannot be shown. The export goes on; see Imports and Exports.</Note>
        ) : (
          <>
            <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
            <p className="text-small text-ink-2">
              You can close this and go on working. A message says when it is done.
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
