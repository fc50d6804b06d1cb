import { formatCount, pluralize } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BadRows } from './BadRows.tsx'
import { CountList } from './CountList.tsx'
import { useImportJob } from './useImport.ts'

interface CheckResultProps {
  jobId: string
  /** The columns and rules are those that were checked. */
  isCurrent: boolean
  isBusy: boolean
  onImport: () => void
}

/** What an import would do, with the rows that have errors, and the button that does it. */
export function CheckResult({ jobId, isCurrent, isBusy, onImport }: CheckResultProps) {
  const { job } = useImportJob(jobId)
  const counts = job?.counts
  const good = counts ? counts.created + counts.updated : 0
  const isStopped = job?.import?.stopped ?? false
  return (
    <Card title="Check" aside={<span className="text-small text-ink-2">Nothing is saved yet.</span>}>
      <div className="space-y-4 px-5 pt-3 pb-5 max-md:px-4">
        {!job || job.status === 'QUEUED' || job.status === 'RUNNING' ? (
          <ProgressBar done={job?.done ?? 0} total={job?.total ?? null} unit="rows" />
        ) : job.status === 'FAILED' ? (
          <Note hue="bad">{job.error}</Note>
        ) : (
          <>
            {counts && <CountList counts={counts} />}
            {job.import!.ignoredColumns.length > 0 && (
              <p className="text-small text-ink-2">Left out: {job.import!.ignoredColumns.join(', ')}.</p>
            )}
            {isStopped && <Note hue="warn">Rows have errors. Correct them, or leave them out.</Note>}
            <BadRows job={job} />
            <Button
              variant="primary"
              size="large"
              className="w-full"
              disabled={!isCurrent || isStopped || good === 0}
              busy={isBusy}
              busyLabel="Starting..."
              onClick={onImport}
            >
              Import {formatCount(good)} {pluralize(good, 'row').replace(/^\S+ /, '')}
            </Button>
            {!isCurrent && <p className="text-small text-ink-2">Check again: the columns or choices are others.</p>}
          </>
        )}
      </div>
    </Card>
  )
}
