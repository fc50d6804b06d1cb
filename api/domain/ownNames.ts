import { check } from './errors.ts'

// Names that a company gives to its own outcomes and stages, in any script.

const maxNameLength = 40
/** Control characters, line breaks, and characters that turn the direction of the text around them. */
const refusedCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u
const invisibleCharacters = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The name as it is saved. Throws `Refused` for a blank name, one that cannot be displayed, and one of more than 40 code points; `thing` is what
 * it names, as in 'an outcome', and `field` the one of the input.
 */
export function parseOwnName(input: string, thing: string, field: string): string {
  const name = input.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')
  const refuse = (isValid: boolean, message: string) => check(isValid, message, { [field]: message })
  refuse(!refusedCharacters.test(name), 'The name contains characters that cannot be displayed.')
  refuse(name.replaceAll(invisibleCharacters, '') !== '', `Enter a name for ${thing}.`)
  refuse(Array.from(name).length <= maxNameLength, `The name of ${thing} has at most ${maxNameLength} characters.`)
  return name
}

/** The same for names that look the same: without regard to case, width and characters that cannot be seen. */
export function ownNameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\s+/g, ' ')
}
