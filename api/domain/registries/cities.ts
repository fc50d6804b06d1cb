import { stateCodes } from '../addresses/spellings.ts'
import { normalizeName } from '../addresses/text.ts'

/** Of two cities with one name, the state tells which is meant. */
export const cityKeyOf = (city: string, state: string | null): string =>
  `${normalizeName(city)}|${state?.toLowerCase() ?? ''}`

/** Whether both are or may be one city: 'St. Sampleton' is 'Saint Sampleton', and a state that is not known may be any. */
export function mayBeSameCity(
  one: { city: string; state: string | null },
  other: { city: string; state: string | null },
): boolean {
  const states = [one.state, other.state].map((state) => state?.trim().toLowerCase() || null)
  const [first, second] = states.map((state) => state && (stateCodes.get(state) ?? state).toLowerCase())
  const isSameState = !first || !second || first === second
  return isSameState && cityKeyOf(one.city, null) === cityKeyOf(other.city, null)
}
