/** Splits a suggestion's street number after the digits that match the typed number. */
export function splitMatchedNumber(streetNumber: string, typed: string): { matched: string; rest: string } {
  const number = /^\s*(\d+)/.exec(typed)?.[1] ?? ''
  const length = number && streetNumber.startsWith(number) ? number.length : 0
  return { matched: streetNumber.slice(0, length), rest: streetNumber.slice(length) }
}
