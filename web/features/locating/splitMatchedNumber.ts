/** A suggestion's number cut where the typed number ends, so that the part that matched can be set in bold. */
export function splitMatchedNumber(streetNumber: string, typed: string): { matched: string; rest: string } {
  const number = /^\s*(\d+)/.exec(typed)?.[1] ?? ''
  const length = number && streetNumber.startsWith(number) ? number.length : 0
  return { matched: streetNumber.slice(0, length), rest: streetNumber.slice(length) }
}
