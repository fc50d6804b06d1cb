import type { Context } from '../../context.ts'
import { type KnockOutcome, knockOutcomes } from '../../domain/enums.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { isUuid } from '../../domain/ids.ts'
import { isInUseAt } from '../../domain/outcomes/outcomes.ts'
import { readOwnOutcomes, type Outcome } from '../outcomes/outcomes.ts'
import type { KnockRow } from './knockStatements.ts'

type OutcomeOfKnock = { outcome?: KnockOutcome | null; outcomeId?: string | null }

/** The outcome that a knock counts as, and the tenant's own outcome if one was chosen. */
export type ChosenOutcome = Pick<KnockRow, 'outcome' | 'outcome_id' | 'outcome_name' | 'outcome_retired'>

/** The tenant's own outcomes that the knocks name, by id. Reads nothing for knocks with built-in outcomes. */
export async function readOutcomesOf(
  ctx: Context,
  tenantId: string,
  knocks: readonly OutcomeOfKnock[],
): Promise<Map<string, Outcome>> {
  const ids = new Set(
    knocks.flatMap(({ outcomeId }) => (outcomeId && isUuid(outcomeId) ? outcomeId.toLowerCase() : [])),
  )
  return ids.size > 0 ? readOwnOutcomes(ctx, tenantId, [...ids]) : new Map()
}

/**
 * The outcome of a knock at the time `occurredAt`. Throws `NotFound` for an unknown id, and `Refused` if there is neither an outcome nor an
 * id, or if the two disagree.
 */
export function chooseOutcome(
  { outcome, outcomeId }: OutcomeOfKnock,
  own: ReadonlyMap<string, Outcome>,
  occurredAt: Date,
): ChosenOutcome {
  const refuse = (isValid: unknown, message: string) => check(isValid, message, { outcome_id: message })
  const builtIn = knockOutcomes.find((one) => one === (outcomeId ?? outcome))
  const found = outcomeId == null || builtIn ? undefined : own.get(outcomeId.toLowerCase())
  if (outcomeId != null && !builtIn && !found) throw new NotFound('Outcome not found. Read the list of outcomes again.')
  const meaning = found?.meaning ?? builtIn
  check(meaning, 'A knock needs an outcome or an outcome_id.', {
    outcome: 'A knock needs an outcome or an outcome_id.',
  })
  refuse(
    outcome == null || outcome === meaning,
    `This outcome counts as ${meaning}, not as ${outcome}. Leave the outcome out, or give the one that it counts as.`,
  )
  return {
    outcome: meaning,
    outcome_id: found?.id ?? null,
    outcome_name: found?.name ?? null,
    outcome_retired: found ? !isInUseAt(found, occurredAt) : false,
  }
}
