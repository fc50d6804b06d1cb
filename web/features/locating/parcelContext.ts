/** The city that the parcel provider's paths use for a state (spec §9). */
const CITY_BY_STATE: Readonly<Record<string, string>> = {
  in: 'indianapolis',
  ca: 'los-angeles',
  tx: 'houston',
  ny: 'new-york',
  fl: 'miami',
  il: 'chicago',
  oh: 'columbus',
  az: 'phoenix',
  pa: 'philadelphia',
  nc: 'charlotte',
}

const STATES = new Set(
  (
    'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or ' +
    'pa ri sc sd tn tx ut vt va wa wv wi wy pr'
  ).split(' '),
)

/** A two-letter state at the end, optionally followed by a ZIP code and the country. */
const STATE_SUFFIX = /(^|\s|,\s*)([a-z]{2})\.?([\s,]+\d{5}(?:-\d{4})?)?(?:[\s,]+(?:usa|us|united states))?[\s,.]*$/i

/**
 * The search context for the parcel lookup, derived from the state at the end of the address (spec §7, §9):
 * `/us/{state}/{city}` for the ten mapped states, `/us/{state}` for the others, undefined if the address names no
 * state.
 */
export function parcelContext(address: string): string | undefined {
  const [, before = '', letters = '', zip] = STATE_SUFFIX.exec(address) ?? []
  const state = letters.toLowerCase()
  // 'Juniper Ct' is a court, not Connecticut: without a comma or a ZIP code only uppercase letters count as a state.
  const isUnambiguous = before.startsWith(',') || zip !== undefined || letters === letters.toUpperCase()
  if (!STATES.has(state) || !isUnambiguous) return undefined
  const city = CITY_BY_STATE[state]
  return city ? `/us/${state}/${city}` : `/us/${state}`
}
