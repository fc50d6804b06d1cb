import { Undo2 } from 'lucide-react'
import { Fragment, useCallback, useEffect, useState } from 'react'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/errors.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BadRows } from './BadRows.tsx'
import { countLabels, outcomeOf, type Counts } from './CountList.tsx'
import type { ImportList } from './importFields.ts'
import type { RowChoices } from './rowChoices.ts'
import { RowList, RowsDownload } from './RowList.tsx'
import { RowWarnings } from './RowWarnings.tsx'
import { UnsureRows } from './UnsureRows.tsx'
import { isRunning, useImportJob, type useImport } from './useImport.ts'

interface ImportOutcomeProps {
  list: ImportList
  jobs: ReturnType<typeof useImport>
  jobId: string
  choices: RowChoices
  onChoose: (choices: RowChoices) => void
}

/** The progress of an import, then its result with the undo, and its unsure rows to decide. */
export function ImportOutcome({ list, jobs, jobId, choices, onChoose }: ImportOutcomeProps) {
  const { job, error } = useImportJob(jobId)
  const [shown, setShown] = useState<keyof Counts | null>(null)
  const [endedDecisions, setEndedDecisions] = useState(0)
  const countEnded = useCallback(() => setEndedDecisions((count) => count + 1), [])
  const counts = job?.status === 'DONE' ? job.counts : null
  const canDecide = counts && counts.unsure > 0 && !job?.import?.undoneAt && !jobs.undoIds[jobId]
  if (error && !job) return <Note hue="bad">{errorMessage(error, 'This import cannot be shown.')}</Note>
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <Card title={isRunning(job) ? 'Importing' : 'Import'}>
        <div className="space-y-4 px-5 pt-3 pb-5 max-md:px-4">
          <div aria-live="polite" className="space-y-4">
            {isRunning(job) ? (
              <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
            ) : job.status === 'FAILED' ? (
              <Note hue="bad">{job.error}</Note>
            ) : (
              counts && <CountLine counts={counts} shown={shown} onShow={setShown} />
            )}
          </div>
          {shown && shown !== 'unsure' && (
            <RowList key={shown} importId={jobId} outcome={outcomeOf(shown)} label={countLabels[shown].done} />
          )}
          {counts && <RowWarnings count={job!.import!.warnings} />}
          {counts && !shown && <BadRows job={job!} />}
          {jobs.refusal && <Note hue="bad">{jobs.refusal}</Note>}
          <Undo jobs={jobs} job={job} label="Undo Import" />
          {!isRunning(job) && (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={list === 'parcels' ? '/map' : `/${list}`}>
                To the {list === 'parcels' ? 'map' : list}
              </ButtonLink>
              {counts && <RowsDownload importId={jobId} />}
            </div>
          )}
        </div>
      </Card>
      {jobs.decisionIds.map((id) => (
        <DecisionOutcome key={id} jobs={jobs} jobId={id} onEnd={countEnded} />
      ))}
      {canDecide && (
        <Card>
          <UnsureRows
            // The rows are read again when some were decided, saved or refused.
            key={`${counts.unsure} ${jobs.decisionIds.length} ${endedDecisions}`}
            {...{ list, choices }}
            importId={jobId}
            count={counts.unsure}
            onChange={onChoose}
            onDecide={(decisions) => void jobs.decide(decisions)}
            isBusy={jobs.isBusy}
          />
        </Card>
      )}
    </div>
  )
}

interface CountLineProps {
  counts: Counts
  shown: keyof Counts | null
  onShow: (shown: keyof Counts | null) => void
}

/** '1 created, 0 updated, ...', where each count shows its rows. */
function CountLine({ counts, shown, onShow }: CountLineProps) {
  const names = (Object.keys(countLabels) as (keyof Counts)[]).filter((name) => name !== 'unsure' || counts.unsure > 0)
  return (
    <p className="text-body">
      {names.map((name, at) => {
        const text = `${formatCount(counts[name])} ${countLabels[name].done}`
        return (
          <Fragment key={name}>
            {at > 0 && ', '}
            {counts[name] > 0 && name !== 'unsure' ? (
              <button
                type="button"
                aria-expanded={shown === name}
                onClick={() => onShow(shown === name ? null : name)}
                className="link"
              >
                {text}
              </button>
            ) : (
              text
            )}
          </Fragment>
        )
      })}
      .
    </p>
  )
}

interface DecisionOutcomeProps {
  jobs: ReturnType<typeof useImport>
  jobId: string
  onEnd: () => void
}

/** What a job did that imported rows as they were decided. */
function DecisionOutcome({ jobs, jobId, onEnd }: DecisionOutcomeProps) {
  const { job } = useImportJob(jobId)
  const hasEnded = !isRunning(job)
  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])
  return (
    <Card title="Decisions">
      <div className="space-y-4 px-5 pt-3 pb-5 max-md:px-4" aria-live="polite">
        {isRunning(job) ? (
          <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
        ) : job.status === 'FAILED' ? (
          <Note hue="bad">{job.error}</Note>
        ) : (
          job.counts && (
            <p className="text-body">
              {formatCount(job.counts.created)} created, {formatCount(job.counts.updated)} updated,{' '}
              {formatCount(job.counts.skipped)} skipped
              {job.counts.failed > 0 && `, ${formatCount(job.counts.failed)} still to decide`}.
            </p>
          )
        )}
        {job?.status === 'DONE' && <BadRows job={job} />}
        <Undo jobs={jobs} job={job} label="Undo Decisions" />
      </div>
    </Card>
  )
}

interface UndoProps {
  jobs: ReturnType<typeof useImport>
  job: ImportJobFragment | null | undefined
  label: string
}

/** The button that undoes an import while that is possible, then what was undone. */
function Undo({ jobs, job, label }: UndoProps) {
  if (!job?.import?.undoableUntil) return null
  const undoId = jobs.undoIds[job.id]
  if (undoId) return <UndoOutcome jobId={undoId} />
  if (job.import.undoneAt)
    return (
      <p className="text-body">
        Undone {formatDay(job.import.undoneAt)}, {formatTime(job.import.undoneAt)}.
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={<Undo2 aria-hidden size={16} />}
        busy={jobs.isBusy}
        busyLabel="Undoing..."
        onClick={() => void jobs.undo(job.id)}
      >
        {label}
      </Button>
      <span className="text-small text-ink-2">Possible for 24 hours.</span>
    </div>
  )
}

function UndoOutcome({ jobId }: { jobId: string }) {
  const { job } = useImportJob(jobId)
  if (isRunning(job)) return <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
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
