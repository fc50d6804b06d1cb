import type { KnockOutcome } from '../../gql/graphql.ts'
import { OUTCOMES } from '../../ui/outcomes.ts'
import { KnockHistory, LastKnock, type KnockSummary } from './KnockHistory.tsx'
import { KnockChoices } from './KnockChoices.tsx'
import { COMMON_OUTCOME_COUNT } from './outcomes.ts'

interface KnockSheetProps {
  full: boolean
  /** Unknown until the house's details are here. */
  knocks: readonly KnockSummary[] | undefined
  onKnock: (outcome: KnockOutcome) => void
  onExpand: () => void
}

/** The door on a phone: the four commonest outcomes and the last knock; at full, all eight and the whole history. */
export function KnockSheet({ full, knocks, onKnock, onExpand: onMore }: KnockSheetProps) {
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
          onClick={onMore}
          className="min-h-11 shrink-0 rounded-badge px-1 text-small font-semibold text-accent-ink"
        >
          {OUTCOMES.length - COMMON_OUTCOME_COUNT} more
        </button>
      </div>
    </>
  )
}
