import { useEffect, useEffectEvent } from 'react'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { toastError, toastOffer, toastSuccess } from '../../lib/toasts.ts'
import { describeJob, useJob, fileOfJob, useFileDownload } from '../../session/jobs/jobs.ts'
import { untrackJob, useTrackedJobs } from '../../session/jobs/trackedJobs.ts'

/** Announces the end of the jobs that the user has started and not waited for. */
export function JobToasts() {
  return useTrackedJobs().map((id) => <JobToast key={id} id={id} />)
}

function JobToast({ id }: { id: string }) {
  const { job, error } = useJob(id)
  const { download } = useFileDownload()
  const status = job?.status
  const announce = useEffectEvent(() => {
    if (!job) return
    if (status === 'FAILED') toastError(`${describeJob(job)} failed`, job.error ? { detail: job.error } : {})
    else if (job.fileExpiresAt)
      toastOffer(
        `${describeJob(job)} is ready`,
        { label: 'Download', run: () => void download(fileOfJob(job)) },
        { id, detail: `Kept until ${formatDay(job.fileExpiresAt)}, ${formatTime(job.fileExpiresAt)}` },
      )
    else toastSuccess(`${describeJob(job)} is done`)
    untrackJob(id)
  })
  useEffect(() => {
    if (status === 'DONE' || status === 'FAILED') announce()
  }, [status])
  // A job that cannot be read was started by a user who was signed in to this tab before.
  useEffect(() => {
    if (error && !status) untrackJob(id)
  }, [error, status, id])
  return null
}
