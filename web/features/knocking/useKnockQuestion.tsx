import { type ReactNode, useState } from 'react'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { lazyPart } from '../../lib/lazyPart.ts'

const KnockQuestion = lazyPart(async () => (await import('./KnockQuestion.tsx')).KnockQuestion)

interface KnockQuestionInput {
  /** The selected property or draft. */
  id: string | undefined
  /** The property is interested, and a colleague follows that up. */
  isColleaguesInterest: boolean
  /** What speaks against a knock at this time. Called before each. */
  warningNow: () => string | undefined
  knock: (outcome: KnockOutcome, own?: OwnOutcome) => void
}

/**
 * Asks before one tap turns the interest that a colleague follows up into a refusal, which would end it, and before a knock that
 * something else speaks against. Returns the function that logs a knock or asks, and the question while it is open at this property.
 */
export function useKnockQuestion({ id, isColleaguesInterest, warningNow, knock }: KnockQuestionInput): {
  knock: (outcome: KnockOutcome, own?: OwnOutcome) => void
  question: ReactNode
} {
  const [asked, setAsked] = useState<{ id: string; outcome: KnockOutcome; own?: OwnOutcome; warning?: string }>()
  const isAsked = asked !== undefined && asked.id === id && (asked.warning !== undefined || isColleaguesInterest)
  const log: typeof knock = (...tapped) => {
    setAsked(undefined)
    knock(...tapped)
  }
  return {
    knock: (outcome, own) => {
      const warning = warningNow()
      const isAsking = warning !== undefined || (isColleaguesInterest && outcome === 'NOT_INTERESTED')
      if (isAsking && !isAsked && id !== undefined) setAsked({ id, outcome, own, warning })
      else log(outcome, own)
    },
    question: isAsked && (
      <KnockQuestion
        {...asked}
        isColleaguesInterest={isColleaguesInterest}
        onCancel={() => setAsked(undefined)}
        onLog={() => log(asked.outcome, asked.own)}
      />
    ),
  }
}
