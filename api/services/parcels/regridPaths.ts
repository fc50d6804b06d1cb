/** The county, as Regrid names it, of each city in the client's contexts (spec §9). */
const countyOfCity: Record<string, string> = {
  '/us/in/indianapolis': '/us/in/marion',
  '/us/ca/los-angeles': '/us/ca/los-angeles',
  '/us/tx/houston': '/us/tx/harris',
  '/us/ny/new-york': '/us/ny/new-york',
  '/us/fl/miami': '/us/fl/miami-dade',
  '/us/il/chicago': '/us/il/cook',
  '/us/oh/columbus': '/us/oh/franklin',
  '/us/az/phoenix': '/us/az/maricopa',
  '/us/pa/philadelphia': '/us/pa/philadelphia',
  '/us/nc/charlotte': '/us/nc/mecklenburg',
}

/**
 * The paths to search in order until one has results: the county, then the state. A context that is not a US path gives
 * null, which searches everywhere.
 */
export function toSearchPaths(context: string | undefined): (string | null)[] {
  const normalized = (context ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/\/$/, '')
  const [, state] = /^(\/us\/[a-z]{2})(\/[a-z0-9-]+)*$/.exec(normalized) ?? []
  if (!state) return [null]
  return [...new Set([countyOfCity[normalized] ?? normalized, state])]
}
