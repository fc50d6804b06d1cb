import { outcomeLabels } from '../../domain/labels.ts'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'

interface KnockQuestionProps {
  outcome: KnockOutcome
  own?: OwnOutcome | undefined
  /** What speaks against the knock. */
  warning?: string | undefined
  isColleaguesInterest: boolean
  onCancel: () => void
  onLog: () => void
}

/** Asks whether a knock is logged anyway. */
export function KnockQuestion({ outcome, own, warning, isColleaguesInterest, onCancel, onLog }: KnockQuestionProps) {
  const endsInterest = isColleaguesInterest && outcome === 'NOT_INTERESTED'
  return (
    <div role="alert" className="mb-3 rounded-phone-card bg-warn-tint p-3">
      <p className="text-[1rem]/6 text-ink md:text-body wrap-anywhere">
        {warning && `${warning} `}
        {endsInterest && 'A colleague follows up this house, which is Interested. '}
        Log ‘{own?.name ?? outcomeLabels[outcome]}’ anyway?
      </p>
      <div className="mt-2 flex gap-2 *:flex-1">
        <Button onClick={onCancel}>{endsInterest ? 'Keep Interested' : 'Do Not Log'}</Button>
        <Button onClick={onLog}>Log It</Button>
      </div>
    </div>
  )
}
