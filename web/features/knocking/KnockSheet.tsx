import type { ReactNode } from 'react'
import type { KnockOutcome, KnockSummaryFragment } from '../../gql/graphql.ts'
import { KnockChoices } from './KnockChoices.tsx'
import { KnockHistory } from './KnockHistory.tsx'
import type { RecordedKnock } from './useKnocks.ts'

interface KnockSheetProps {
  /** Undefined until the property's details are loaded, and for a property without a history of its own. */
  knocks: readonly KnockSummaryFragment[] | undefined
  recorded: RecordedKnock | undefined
  onKnock: (outcome: KnockOutcome) => void
  /** Between the outcomes and the history: what else can be done here. */
  actions: ReactNode
}

/** Knock logging on a phone: the eight outcomes at the same place at every stop, then the history. */
export function KnockSheet({ knocks, recorded, onKnock, actions }: KnockSheetProps) {
  return (
    <>
      <KnockChoices recorded={recorded} onKnock={onKnock} />
      <div className="mt-3 space-y-4">
        <div className="flex gap-2 *:flex-1 empty:hidden">{actions}</div>
        {knocks && <KnockHistory knocks={knocks} />}
      </div>
    </>
  )
}
