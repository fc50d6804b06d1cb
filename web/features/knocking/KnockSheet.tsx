import type { KnockOutcome, KnockSummaryFragment } from '../../gql/graphql.ts'
import { OUTCOMES } from '../../domain/outcomes.ts'
import { KnockHistory, LastKnock } from './KnockHistory.tsx'
import { KnockChoices } from './KnockChoices.tsx'
import { COMMON_OUTCOME_COUNT } from './outcomes.ts'

interface KnockSheetProps {
  full: boolean
  /** Undefined until the property's details are loaded. */
  knocks: readonly KnockSummaryFragment[] | undefined
  onKnock: (outcome: KnockOutcome) => void
  onExpand: () => void
}

/**
 * Knock logging on a phone: the common outcomes and the last knock, or at the full stop all outcomes and the whole
 * history.
 */
export function KnockSheet({ full, knocks, onKnock, onExpand }: KnockSheetProps) {
  if (full) {
    return (
      <div className="space-y-5">
        <KnockChoices layout="grid" onKnock={onKnock} />
        {knocks && <KnockHistory knocks={knocks} />}
      </div>
    )
  }
  return (
    <>
      <KnockChoices layout="row" onKnock={onKnock} />
      <div className="mt-1 flex items-center justify-between gap-3">
        {knocks ? <LastKnock knocks={knocks} /> : <span />}
        <button
          type="button"
          onClick={onExpand}
          className="min-h-11 shrink-0 rounded-badge px-1 text-small font-semibold text-accent-ink"
        >
          {OUTCOMES.length - COMMON_OUTCOME_COUNT} more
        </button>
      </div>
    </>
  )
}
