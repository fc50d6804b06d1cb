import { type RowDecision, type RowDecisionInput } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { usePages } from '../../lists/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import type { ImportList } from './importFields.ts'
import { importRowPages } from './importRowPages.ts'
import { chooseForAll, decisionsOf, type RowChoices } from './rowChoices.ts'
import { UnsureRow } from './UnsureRow.tsx'

interface UnsureRowsProps {
  list: ImportList
  importId: string
  /** The number of rows that are still unsure. */
  count: number
  choices: RowChoices
  onChange: (choices: RowChoices) => void
  /** Sends the decisions; null for a check, which saves nothing. */
  onDecide: ((decisions: RowDecisionInput[]) => void) | null
  isBusy: boolean
}

const FIRST_ROWS = 100
const forAll: { decision: RowDecision; label: string }[] = [
  { decision: 'SAME', label: 'All Same' },
  { decision: 'NEW', label: 'All New' },
  { decision: 'SKIP', label: 'Skip All' },
]

/** The rows of which nobody but the user knows whether their house is a saved one, to decide. */
export function UnsureRows({ list, importId, count, choices, onChange, onDecide, isBusy }: UnsureRowsProps) {
  const { rows, ...page } = usePages(importRowPages, { importId, outcome: 'UNSURE' }, FIRST_ROWS)
  const open = rows.filter(({ decision }) => decision === null)
  const decisions = decisionsOf(open, choices)
  return (
    <section aria-label="Unsure rows" className="@container">
      <header className="flex flex-wrap items-end gap-x-6 gap-y-3 px-5 py-4 max-md:px-4">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="text-body font-semibold">{pluralize(count, 'row')} to decide</h3>
          <p className="text-small text-ink-2">
            {list === 'leads'
              ? 'Same adds the lead to the saved property. New saves another property for it.'
              : 'Same updates the saved property. New saves another one.'}{' '}
            Skip leaves the row out.
          </p>
        </div>
        {open.length > 1 && (
          <div role="group" aria-label="Choose for all rows" className="flex flex-wrap gap-2">
            {forAll.map(({ decision, label }) => (
              <Button key={decision} onClick={() => onChange(chooseForAll(open, choices, decision))}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </header>
      {!page.isLoaded ? (
        page.failed ? (
          <ErrorState
            title={importRowPages.failed}
            hint="Your work on this screen is kept."
            onRetry={page.retry}
            busy={page.isLoading}
          />
        ) : (
          <LoadingRows label="the rows" rows={3} cells={['h-3.5 w-8', 'h-3.5 w-1/2']} />
        )
      ) : (
        <ul>
          {rows.map((row) => (
            <UnsureRow
              key={row.row}
              row={row}
              choice={choices[row.row]}
              onChoose={(choice) => onChange({ ...choices, [row.row]: choice })}
            />
          ))}
        </ul>
      )}
      {page.hasMore && <ShowMore onClick={page.loadMore} />}
      <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-4 max-md:px-4">
        <p className="mr-auto text-small text-ink-2">
          {onDecide
            ? `${formatCount(decisions.length)} of ${formatCount(count)} chosen`
            : 'What you choose here is kept until the import has run.'}
        </p>
        {onDecide && (
          <Button
            variant="primary"
            disabled={decisions.length === 0}
            busy={isBusy}
            busyLabel="Saving..."
            onClick={() => onDecide(decisions)}
          >
            Save {pluralize(decisions.length, 'Decision')}
          </Button>
        )}
      </footer>
    </section>
  )
}
