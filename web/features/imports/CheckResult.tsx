import { useState } from 'react'
import { formatCount, pluralize } from '../../lib/numbers.ts'
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
import { isRunning, useImportJob } from './useImport.ts'

interface CheckResultProps {
  list: ImportList
  jobId: string
  /** The columns and rules are those that were checked. */
  isCurrent: boolean
  isBusy: boolean
  onImport: () => void
  /** What the user has chosen for unsure rows, to be saved after the import. */
  choices: RowChoices
  onChoose: (choices: RowChoices) => void
}

/** What an import would do, with its rows and the button that does it. */
export function CheckResult({ list, jobId, isCurrent, isBusy, onImport, choices, onChoose }: CheckResultProps) {
  const { job } = useImportJob(jobId)
  const [shown, setShown] = useState<keyof Counts | null>(null)
  const counts = job?.counts
  const good = counts ? counts.created + counts.updated : 0
  const unsure = counts?.unsure ?? 0
  const isStopped = job?.import?.stopped ?? false
  const asksAboutBad = !isStopped && (job?.import?.manyFailed ?? false)
  return (
    <Card title="Check" aside={<span className="text-small text-ink-2">Nothing is saved yet.</span>}>
      <div className="space-y-4 px-5 pt-3 pb-5 max-md:px-4">
        {isRunning(job) ? (
          <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
        ) : job.status === 'FAILED' ? (
          <Note hue="bad">{job.error}</Note>
        ) : (
          <>
            {counts && <CountList counts={counts} shown={shown} onShow={setShown} />}
            {job.import!.ignoredColumns.length > 0 && (
              <p className="text-small text-ink-2">Left out: {job.import!.ignoredColumns.join(', ')}.</p>
            )}
            <RowWarnings count={job.import!.warnings} />
            {asksAboutBad && counts && good > 0 && (
              <Note hue="warn">
                More than 1 % of the rows have errors. Import the others without {counts.failed === 1 ? 'it' : 'them'}?
              </Note>
            )}
            {isStopped && <Note hue="warn">Rows have errors. Correct them, or leave them out.</Note>}
            {shown && shown !== 'unsure' && shown !== 'failed' && (
              <RowList key={shown} importId={jobId} outcome={outcomeOf(shown)} label={countLabels[shown].check} />
            )}
            {(shown === null || shown === 'failed') && <BadRows job={job} />}
            {unsure > 0 && (shown === null || shown === 'unsure') && (
              <div className="rounded-button border border-line">
                <UnsureRows
                  {...{ list, choices, isBusy }}
                  importId={jobId}
                  count={unsure}
                  onChange={onChoose}
                  onDecide={null}
                />
              </div>
            )}
            <Button
              variant="primary"
              size="large"
              className="w-full"
              disabled={!isCurrent || isStopped || good + unsure === 0}
              busy={isBusy}
              busyLabel="Starting..."
              onClick={onImport}
            >
              {good === 0 && unsure > 0
                ? `Decide ${pluralize(unsure, 'Row')}`
                : `Import ${pluralize(good, 'row')}${asksAboutBad ? `, leave out ${formatCount(counts!.failed)}` : ''}`}
            </Button>
            {!isCurrent && <p className="text-small text-ink-2">Check again: the columns or choices are others.</p>}
          </>
        )}
      </div>
    </Card>
  )
}
