/** The one city that stands for a state in the parcel provider's paths (spec §9). */
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

/** A state's two letters at the end, with or without a ZIP code and the country after it. */
const STATE_SUFFIX = /(^|\s|,\s*)([a-z]{2})\.?([\s,]+\d{5}(?:-\d{4})?)?(?:[\s,]+(?:usa|us|united states))?[\s,.]*$/i

/**
 * Where the parcel look-up should search, derived from the state that ends the address (spec §7, §9):
 * `/us/{state}/{city}` for the ten mapped states, `/us/{state}` for the others, `undefined` when the address
 * names no state.
 */
export function parcelContext(address: string): string | undefined {
  const [, before = '', letters = '', zip] = STATE_SUFFIX.exec(address) ?? []
  const state = letters.toLowerCase()
  // 'Juniper Ct' is a court, not Connecticut: without a comma or a ZIP code only capitals count.
  const isUnambiguous = before.startsWith(',') || zip !== undefined || letters === letters.toUpperCase()
  if (!STATES.has(state) || !isUnambiguous) return undefined
  const city = CITY_BY_STATE[state]
  return city ? `/us/${state}/${city}` : `/us/${state}`
}
