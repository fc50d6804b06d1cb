import { formatCount, pluralize } from '../../lib/numbers.ts'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BadRows } from './BadRows.tsx'
import { CountList, countLabels, outcomeOf, type Counts } from './CountList.tsx'
import type { ImportList } from './importFields.ts'
import type { RowChoices } from './rowChoices.ts'
import { RowList } from './RowList.tsx'
import { RowWarnings } from './RowWarnings.tsx'
import { UnsureRows } from './UnsureRows.tsx'
import { isRunning } from './useImport.ts'

interface CheckProps {
  /** The job of the check; null or undefined while it has not been read. */
  job: ImportJobFragment | null | undefined
  /** The columns and rules are those that were checked. */
  isCurrent: boolean
}

/** The counts of a check that has ended; undefined for one that runs or failed. */
const countsOf = (job: CheckProps['job']): Counts | undefined =>
  isRunning(job) || job.status === 'FAILED' ? undefined : (job.counts ?? undefined)

/** The errors of so many rows are unusual, so that the user is asked whether to import the others. */
const asksAboutErrors = (job: CheckProps['job']): boolean =>
  Boolean(job?.import && !job.import.stopped && job.import.manyFailed)

interface CheckCountsProps extends CheckProps {
  /** The outcome whose rows are shown; null for those that need the user. */
  shown: keyof Counts | null
  onShow: (shown: keyof Counts | null) => void
}

/** What an import would do, in numbers. */
export function CheckCounts({ job, isCurrent, shown, onShow }: CheckCountsProps) {
  const counts = countsOf(job)
  if (!counts)
    return isRunning(job) ? (
      <Card className="px-5 py-4 max-md:px-4">
        <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
      </Card>
    ) : (
      <Note hue="bad">{job.error}</Note>
    )
  return (
    <>
      <CountList counts={counts} shown={shown} onShow={onShow}>
        {isCurrent ? 'Nothing is saved yet.' : 'Check again: the columns or choices are others.'}
      </CountList>
      {job!.import!.stopped && <Note hue="warn">Rows have errors. Correct them, or leave them out.</Note>}
      {asksAboutErrors(job) && counts.created + counts.updated > 0 && (
        <Note hue="warn">
          More than 1 % of the rows have errors. Import the others without {counts.failed === 1 ? 'it' : 'them'}?
        </Note>
      )}
      {job!.import!.visits > 0 && (
        <Note hue="info">
          {pluralize(job!.import!.visits, 'visit')} will be in the history and on the map, at{' '}
          {job!.import!.visits === 1 ? 'its date' : 'their dates'}.
          {job!.import!.countVisits && ' They count in leaderboards and metrics.'}
        </Note>
      )}
      <RowWarnings count={job!.import!.warnings} />
    </>
  )
}

interface CheckedRowsProps extends Pick<CheckCountsProps, 'job' | 'shown'> {
  list: ImportList
  isBusy: boolean
  /** What the user has chosen for unsure rows, to be saved after the import. */
  choices: RowChoices
  onChoose: (choices: RowChoices) => void
}

/** The rows of a checked file with one outcome, or those with errors and those to decide. */
export function CheckedRows({ list, job, shown, isBusy, choices, onChoose }: CheckedRowsProps) {
  const counts = countsOf(job)
  if (!counts) return null
  const { ignoredColumns } = job!.import!
  const firstGood = counts.failed + counts.unsure > 0 ? null : counts.updated > 0 ? 'updated' : 'created'
  const outcome = shown ?? firstGood
  return (
    <div className="space-y-4">
      {outcome && outcome !== 'unsure' && outcome !== 'failed' && counts[outcome] > 0 && (
        <RowList key={outcome} importId={job!.id} outcome={outcomeOf(outcome)} label={countLabels[outcome].check} />
      )}
      {(shown === null || shown === 'failed') && <BadRows job={job!} />}
      {counts.unsure > 0 && (shown === null || shown === 'unsure') && (
        <Card>
          <UnsureRows
            {...{ list, choices, isBusy }}
            importId={job!.id}
            count={counts.unsure}
            onChange={onChoose}
            onDecide={null}
          />
        </Card>
      )}
      {ignoredColumns.length > 0 && <p className="text-small text-ink-2">Left out: {ignoredColumns.join(', ')}.</p>}
    </div>
  )
}

interface ImportButtonProps extends CheckProps {
  isBusy: boolean
  onImport: () => void
}

/** Imports the rows that were checked, and names how many there are. */
export function ImportButton({ job, isCurrent, isBusy, onImport }: ImportButtonProps) {
  const counts = countsOf(job)
  if (!counts) return null
  const good = counts.created + counts.updated
  return (
    <Button
      variant="primary"
      disabled={!isCurrent || job!.import!.stopped || good + counts.unsure === 0}
      busy={isBusy}
      busyLabel="Starting..."
      onClick={onImport}
    >
      {good === 0 && counts.unsure > 0
        ? `Decide ${pluralize(counts.unsure, 'Row')}`
        : `Import ${pluralize(good, 'Row')}${asksAboutErrors(job) ? `, Leave Out ${formatCount(counts.failed)}` : ''}`}
    </Button>
  )
}
