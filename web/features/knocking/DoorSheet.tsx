import type { KnockOutcome } from '../../gql/graphql.ts'
import { OUTCOMES } from '../../ui/outcomes.ts'
import { DoorHistory, LastKnock, type ShownKnock } from './DoorHistory.tsx'
import { KnockChoices } from './KnockChoices.tsx'
import { COMMONEST } from './outcomes.ts'

interface DoorSheetProps {
  full: boolean
  /** Unknown until the house's details are here. */
  knocks: readonly ShownKnock[] | undefined
  onKnock: (outcome: KnockOutcome) => void
  onMore: () => void
}

/** The door on a phone: the four commonest outcomes and the last knock; at full, all eight and the whole history. */
export function DoorSheet({ full, knocks, onKnock, onMore }: DoorSheetProps) {
  if (full) {
    return (
      <div className="space-y-5">
        <KnockChoices form="grid" onKnock={onKnock} />
        {knocks && <DoorHistory knocks={knocks} />}
      </div>
    )
  }
  return (
    <>
      <KnockChoices form="row" onKnock={onKnock} />
      <div className="mt-1 flex items-center justify-between gap-3">
        {knocks ? <LastKnock knocks={knocks} /> : <span />}
        <button
          type="button"
          onClick={onMore}
          className="min-h-11 shrink-0 rounded-badge px-1 text-small font-semibold text-accent-ink"
        >
          {OUTCOMES.length - COMMONEST} more
        </button>
      </div>
    </>
  )
}
