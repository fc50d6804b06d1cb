import { check } from '../errors.ts'

/**
 * A range of texts in the order of their bytes, from `first` and before `end`: the ZIP code alone and with its add-on, such as '46202-1234'.
 * Under row-level security an index can be used for a range, but not for the beginning of a text. Throws `Refused` unless it is five digits.
 */
export function zipCodeRange(input: string): [first: string, end: string] {
  const zipCode = input.trim()
  const message = 'Give the ZIP code as five digits.'
  check(/^\d{5}$/.test(zipCode), message, { zip_code: message })
  return [zipCode, `${zipCode}:`]
}
