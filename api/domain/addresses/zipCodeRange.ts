import { check } from '../errors.ts'

/**
 * The texts from the first and before the second, in the order of their bytes, are the ZIP code itself and with more digits, as '46202-1234'.
 * A range is found by an index under row-level security, where a part of the text is not. Throws `Refused` unless it is five digits.
 */
export function zipCodeRange(input: string): [first: string, end: string] {
  const zipCode = input.trim()
  const message = 'Give the ZIP code as five digits.'
  check(/^\d{5}$/.test(zipCode), message, { zip_code: message })
  return [zipCode, `${zipCode}:`]
}
