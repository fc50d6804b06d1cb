import { Refused } from '../errors.ts'
import { stateCodes } from '../addresses/spellings.ts'

/** The states whose ZIP codes begin with a zero, by their first three digits, from USPS Publication 65. */
const statesByPrefix: [from: number, to: number, states: string][] = [
  // Those of the demo town, which are no state's.
  [0, 0, ''],
  [5, 5, 'NY'],
  [6, 9, 'PR VI'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH ME'],
  [39, 49, 'ME'],
  [50, 59, 'VT MA'],
  [60, 69, 'CT NY'],
  [70, 89, 'NJ'],
  [90, 99, 'AE'],
]

/**
 * The ZIP code as five digits, repaired where that is certain: without +4, and with the zeros, which spreadsheets remove, of a state
 * that has them. `state` is its name or code, if known. '2139', '2139.0', '021390001', '02139-' and '02139-0001' are '02139', and
 * '24,348' is '24348'. Null for zeros only. A text that is no number, such as a foreign postal code, stays as it is. Throws `Refused`
 * for another number.
 */
export function parseZipCode(text: string, state: string | null | undefined): string | null {
  const zip = text.trim()
  if (!/^[\d\s.,\-–+eE]+$/.test(zip) || !/\d/.test(zip)) return zip || null
  const digits = digitsOf(zip)
  if (digits === null) throw new Refused(notAZipCode(zip))
  if (Number(digits) === 0) return null
  if (digits.length < 5 && !isZipCodeOf(digits.padStart(5, '0'), state)) throw new Refused(notAZipCode(zip, state))
  return digits.padStart(5, '0')
}

/** The same, but null where `parseZipCode` throws. */
export function repairZipCode(text: string, state: string | null | undefined): string | null {
  try {
    return parseZipCode(text, state)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** The digits before +4, without zeros that were lost; null if it is not certain which these are. */
function digitsOf(zip: string): string | null {
  // A number with a decimal point, and one with a comma for the thousands.
  const number = /^(\d{1,3},\d{3}|\d{1,9})(?:\.0*)?$/.exec(zip)?.[1]?.replace(',', '')
  if (number !== undefined) return number.length <= 5 ? number : splitPlusFour(number)
  return /^(\d{3,5})\s?[-–]\s?(?:\d{4}(?:\.0*)?)?$/.exec(zip)?.[1] ?? /^(\d{5}) \d{4}$/.exec(zip)?.[1] ?? null
}

/** Of nine digits, or eight or seven that were nine, the last four are +4. Six are neither. */
function splitPlusFour(digits: string): string | null {
  return digits.length >= 7 ? digits.slice(0, -4) : null
}

/** Whether a ZIP code that begins with a zero can be in the state. False if no ZIP code begins so. */
function isZipCodeOf(zip: string, state: string | null | undefined): boolean {
  const prefix = Number(zip.slice(0, 3))
  const states = statesByPrefix.find(([from, to]) => prefix >= from && prefix <= to)?.[2]
  const name = state?.trim().toLowerCase()
  if (!name || !states) return states !== undefined
  return states.split(' ').includes(stateCodes.get(name) ?? name.toUpperCase())
}

function notAZipCode(zip: string, state?: string | null): string {
  const where = state ? ` of ${state.slice(0, 60)}` : ''
  return `"${zip.slice(0, 60)}" is no ZIP code${where}: those have five digits. Format the column as text and export the file again.`
}
