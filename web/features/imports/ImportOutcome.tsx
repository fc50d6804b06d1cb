import { Undo2 } from 'lucide-react'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BadRows } from './BadRows.tsx'
import type { ImportList } from './importFields.ts'
import { useImportJob, type useImport } from './useImport.ts'

interface ImportOutcomeProps {
  list: ImportList
  jobs: ReturnType<typeof useImport>
  jobId: string
}

/** The progress of an import, then its result with the undo. */
export function ImportOutcome({ list, jobs, jobId }: ImportOutcomeProps) {
  const { job } = useImportJob(jobId)
  const isRunning = !job || job.status === 'QUEUED' || job.status === 'RUNNING'
  return (
    <Card title={isRunning ? 'Importing' : 'Import'} className="max-w-2xl">
      <div className="space-y-4 px-5 pt-3 pb-5 max-md:px-4" aria-live="polite">
        {isRunning ? (
          <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
        ) : job.status === 'FAILED' ? (
          <Note hue="bad">{job.error}</Note>
        ) : (
          job.counts && (
            <p className="text-body">
              {formatCount(job.counts.created)} created, {formatCount(job.counts.updated)} updated,{' '}
              {formatCount(job.counts.skipped)} skipped,{' '}
              {job.counts.unsure > 0 && `${formatCount(job.counts.unsure)} unsure, `}
              {formatCount(job.counts.failed)} with errors.
            </p>
          )
        )}
        {job?.status === 'DONE' && <BadRows job={job} />}
        {jobs.refusal && <Note hue="bad">{jobs.refusal}</Note>}
        {jobs.undoId ? (
          <UndoOutcome jobId={jobs.undoId} />
        ) : (
          job?.import?.undoableUntil && (
            <div className="flex flex-wrap items-center gap-3">
              <Button
                icon={<Undo2 aria-hidden size={16} />}
                busy={jobs.isBusy}
                busyLabel="Undoing..."
                onClick={() => void jobs.undo()}
              >
                Undo import
              </Button>
              <span className="text-small text-ink-2">Possible for 24 hours.</span>
            </div>
          )
        )}
        {!isRunning && (
          <ButtonLink to={list === 'parcels' ? '/map' : `/${list}`}>
            To the {list === 'parcels' ? 'map' : list}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

function UndoOutcome({ jobId }: { jobId: string }) {
  const { job } = useImportJob(jobId)
  if (!job || job.status === 'QUEUED' || job.status === 'RUNNING')
    return <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
  if (job.status === 'FAILED') return <Note hue="bad">{job.error}</Note>
  return (
    <>
      <p className="text-body">
        Undone: {formatCount(job.undo!.removed)} removed, {formatCount(job.undo!.restored)} restored,{' '}
        {formatCount(job.undo!.kept)} kept because they were worked on.
      </p>
      <BadRows job={job} />
    </>
  )
}
