import { type KnockOutcome, type OutcomeColor, type OutcomeMark, knockOutcomes } from '../enums.ts'
import { check } from '../errors.ts'

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

const maxNameLength = 40
/** Control characters, line breaks, and characters that turn the direction of the text around them. */
const refusedCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u
const invisibleCharacters = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu

/** The name of an outcome as it is saved, in any script. Throws `Refused` for a blank, long or reserved name. */
export function parseOutcomeName(input: string): string {
  const name = input.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')
  const refuse = (isValid: boolean, message: string) => check(isValid, message, { name: message })
  refuse(!refusedCharacters.test(name), 'The name contains characters that cannot be displayed.')
  refuse(name.replaceAll(invisibleCharacters, '') !== '', 'Enter a name for the outcome.')
  refuse(Array.from(name).length <= maxNameLength, `The name of an outcome has at most ${maxNameLength} characters.`)
  const key = outcomeNameKey(name)
  const isBuiltIn = knockOutcomes.some((outcome) => outcomeNameKey(builtInOutcomes[outcome].name) === key)
  refuse(!isBuiltIn, `There is a built-in outcome with the name "${name}".`)
  return name
}

/** The same for names that look the same: without regard to case, width and characters that cannot be seen. */
export function outcomeNameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\s+/g, ' ')
}

/**
 * Whether a knock at that time may have the outcome: a phone without a connection does not know yet that the outcome was retired.
 */
export function isInUseAt({ retiredAt }: { retiredAt: Date | null }, occurredAt: Date): boolean {
  return !retiredAt || occurredAt < retiredAt
}
