import { type ReactNode, useState } from 'react'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'

interface RefusalQuestionInput {
  /** The selected property. */
  id: string | undefined
  /** The property is interested, and a colleague follows that up. */
  isColleaguesInterest: boolean
  knock: (outcome: KnockOutcome, own?: OwnOutcome) => void
}

/**
 * Asks before one tap turns the interest that a colleague follows up into a refusal, which would end it. Returns the function
 * that logs a knock or asks, and the question while it is open at this property.
 */
export function useRefusalQuestion({ id, isColleaguesInterest, knock }: RefusalQuestionInput): {
  knock: (outcome: KnockOutcome, own?: OwnOutcome) => void
  question: ReactNode
} {
  const [askedAt, setAskedAt] = useState<{ id: string; own: OwnOutcome | undefined }>()
  const isAsked = isColleaguesInterest && id !== undefined && askedAt?.id === id
  const log = (outcome: KnockOutcome, own?: OwnOutcome) => {
    setAskedAt(undefined)
    knock(outcome, own)
  }
  return {
    knock: (outcome, own) => {
      if (isColleaguesInterest && !isAsked && outcome === 'NOT_INTERESTED' && id !== undefined) setAskedAt({ id, own })
      else log(outcome, own)
    },
    question: isAsked && (
      <div role="alert" className="mb-3 rounded-phone-card bg-warn-tint p-3">
        <p className="text-[1rem]/6 text-ink">
          A colleague follows up this house, which is Interested. Log ‘{askedAt?.own?.name ?? 'Not interested'}’ all the
          same?
        </p>
        <div className="mt-2 flex gap-2 *:flex-1">
          <Button onClick={() => setAskedAt(undefined)}>Keep Interested</Button>
          <Button onClick={() => log('NOT_INTERESTED', askedAt?.own)}>Log It</Button>
        </div>
      </div>
    ),
  }
}
