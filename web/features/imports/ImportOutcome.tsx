import { useMutation } from '@apollo/client/react'
import { Undo2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  DecideImportRowsDocument,
  ImportJobDocument,
  UndoImportDocument,
  type ImportJobFragment,
  type RowDecisionInput,
} from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/errors.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { refetching } from '../../lib/refetching.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BadRows } from './BadRows.tsx'
import { CheckCounts, CheckedRows, ImportButton } from './CheckResult.tsx'
import { countLabels, outcomeOf, type Counts } from './CountList.tsx'
import { ImportBar } from './ImportBar.tsx'
import { ImportPage } from './ImportPage.tsx'
import type { ImportList } from './importFields.ts'
import { MissingUsers } from './MissingUsers.tsx'
import type { RowChoices } from './rowChoices.ts'
import { RowList, RowsDownload } from './RowList.tsx'
import { RowWarnings } from './RowWarnings.tsx'
import { UnsureRows } from './UnsureRows.tsx'
import { isRunning, useAttempts, useImportJob, useRunImport, type Attempts } from './useImport.ts'

/** The page of an import: its progress, its result with the undo, and its unsure rows to decide. A check can be imported there. */
export function ImportOutcome({ list, jobId }: { list: ImportList; jobId: string }) {
  const { job, error } = useImportJob(jobId)
  const { state } = useLocation() as { state: { choices?: RowChoices } | null }
  const [choices, setChoices] = useState<RowChoices>(state?.choices ?? {})
  const [shown, setShown] = useState<keyof Counts | null>(null)
  const attempts = useAttempts()
  const run = useRunImport(list, attempts)
  const [decideRows] = useMutation(DecideImportRowsDocument, rereadJobs)
  const decide = (decisions: RowDecisionInput[]) =>
    attempts.attempt(async () => {
      await decideRows({ variables: { importId: jobId, decisions } })
      return () => undefined
    })
  const file = job?.import ? { name: job.import.filename } : undefined
  if (error && !job)
    return (
      <ImportPage list={list} step="Done">
        <Note hue="bad">{errorMessage(error, 'This import cannot be shown.')}</Note>
      </ImportPage>
    )
  if (job?.import?.dryRun)
    return (
      <ImportPage list={list} step="Columns and Check" file={file}>
        <div className="space-y-4">
          {attempts.refusal && <Note hue="bad">{attempts.refusal}</Note>}
          <CheckCounts {...{ job, shown }} isCurrent onShow={setShown} />
          <CheckedRows {...{ list, job, shown, choices }} isBusy={attempts.isBusy} onChoose={setChoices} />
        </div>
        <ImportBar>
          <ImportButton job={job} isCurrent isBusy={attempts.isBusy} onImport={() => void run(jobId, {}, choices)} />
        </ImportBar>
      </ImportPage>
    )
  const counts = job?.status === 'DONE' ? job.counts : null
  const decisions = job?.followUps?.filter(({ kind }) => kind === 'IMPORT') ?? []
  return (
    <ImportPage list={list} step="Done" file={file}>
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
            {counts && job!.import!.visits > 0 && (
              <p className="text-body">{pluralize(job!.import!.visits, 'visit')} in the history.</p>
            )}
            {counts && <RowWarnings count={job!.import!.warnings} />}
            {counts && !shown && <BadRows job={job!} />}
            {attempts.refusal && <Note hue="bad">{attempts.refusal}</Note>}
            <Undo job={job} attempts={attempts} label="Undo Import" />
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
        {counts && (list === 'properties' || list === 'leads') && !job!.import!.undoneAt && <MissingUsers job={job!} />}
        {decisions.map(({ id }) => (
          <DecisionOutcome key={id} jobId={id} attempts={attempts} />
        ))}
        {counts && counts.unsure > 0 && !job?.import?.undoneAt && !undoOf(job) && (
          <Card>
            <UnsureRows
              // The rows are read again when some were decided, saved or refused.
              key={`${counts.unsure} ${decisions.map(({ id, status }) => `${id} ${status}`).join()}`}
              {...{ list, choices }}
              importId={jobId}
              count={counts.unsure}
              onChange={setChoices}
              onDecide={(rows) => void decide(rows)}
              isBusy={attempts.isBusy}
            />
          </Card>
        )}
      </div>
    </ImportPage>
  )
}

/** The jobs on the page are read again after a change, because the live connection may be down. */
const rereadJobs = refetching(ImportJobDocument)

/** The job that undoes the import or has undone it; undefined if there is none, or it failed. */
const undoOf = (job: ImportJobFragment | null | undefined) =>
  job?.followUps?.findLast(({ kind, status }) => kind === 'IMPORT_UNDO' && status !== 'FAILED')

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

/** What a job did that imported rows as they were decided. */
function DecisionOutcome({ jobId, attempts }: { jobId: string; attempts: Attempts }) {
  const { job } = useImportJob(jobId)
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
        <Undo job={job} attempts={attempts} label="Undo Decisions" />
      </div>
    </Card>
  )
}

interface UndoProps {
  job: ImportJobFragment | null | undefined
  attempts: Attempts
  label: string
}

/** The button that undoes an import while that is possible, and what was undone. */
function Undo({ job, attempts, label }: UndoProps) {
  const [undoImport] = useMutation(UndoImportDocument, rereadJobs)
  const until = job?.import?.undoableUntil
  const now = useNow(until ? 60_000 : null)
  if (!job?.import || !until) return null
  const last = job.followUps?.findLast(({ kind }) => kind === 'IMPORT_UNDO')
  const { undoneAt } = job.import
  const undo = () =>
    attempts.attempt(async () => {
      await undoImport({ variables: { id: job.id } })
      return () => undefined
    })
  return (
    <>
      {last && <UndoOutcome jobId={last.id} />}
      {undoneAt && (
        <p className="text-body">
          Undone {formatDay(undoneAt)}, {formatTime(undoneAt)}.
        </p>
      )}
      {!undoneAt && !undoOf(job) && new Date(until).getTime() > now && (
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={Undo2} busy={attempts.isBusy} busyLabel="Undoing..." onClick={() => void undo()}>
            {label}
          </Button>
          <span className="text-small text-ink-2">
            Possible until {formatDay(until)}, {formatTime(until)}.
          </span>
        </div>
      )}
    </>
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
