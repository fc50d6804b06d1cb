import { type KnockOutcome, type OutcomeColor, type OutcomeMark, knockOutcomes } from '../enums.ts'
import { check } from '../errors.ts'
import { ownNameKey, parseOwnName } from '../ownNames.ts'

/** The maximum numbers of a tenant's own outcomes: those in use, and those with the retired ones. */
export const maxOutcomes = 15
export const maxOutcomesWithRetired = 100

/** What is shown for an outcome. */
interface OutcomeDisplay {
  name: string
  mark: OutcomeMark
  color: OutcomeColor
}

/** The outcomes that every tenant has, as they are shown. An own outcome has the mark and the color of its meaning by default. */
export const builtInOutcomes: Record<KnockOutcome, OutcomeDisplay> = {
  nobody_home: { name: 'Nobody home', mark: 'door', color: 'slate' },
  talked: { name: 'Talked', mark: 'half_disc', color: 'info' },
  interested: { name: 'Interested', mark: 'star', color: 'good' },
  not_interested: { name: 'Not interested', mark: 'cross', color: 'bad' },
  come_back: { name: 'Come back', mark: 'clock', color: 'plum' },
  left_flyer: { name: 'Left flyer', mark: 'page', color: 'teal' },
  not_the_owner: { name: 'Not the owner', mark: 'person', color: 'orange' },
  no_soliciting: { name: 'No soliciting', mark: 'hand', color: 'mute' },
}

/** The name of the outcome of a knock when it was logged: that of the own outcome, or of the built-in one. */
export function outcomeNameOf(outcome: KnockOutcome, ownName: string | null | undefined): string {
  return ownName ?? builtInOutcomes[outcome].name
}

/** The name of an outcome as it is saved. Throws `Refused` as `parseOwnName`, and for the name of a built-in one. */
export function parseOutcomeName(input: string): string {
  const name = parseOwnName(input, 'an outcome', 'name')
  const key = ownNameKey(name)
  const isBuiltIn = knockOutcomes.some((outcome) => ownNameKey(builtInOutcomes[outcome].name) === key)
  const message = `There is a built-in outcome with the name "${name}".`
  check(!isBuiltIn, message, { name: message })
  return name
}

/**
 * Whether a knock at that time may have the outcome: a phone without a connection does not know yet that the outcome was retired.
 */
export function isInUseAt({ retiredAt }: { retiredAt: Date | null }, occurredAt: Date): boolean {
  return !retiredAt || occurredAt < retiredAt
}
