/** What became of an address of a city's list. */
export const registryMatches = ['matched', 'unsure', 'not_found', 'skipped'] as const
export type RegistryMatch = (typeof registryMatches)[number]

/** The counts of an import of a city's list. `ended` are the doors of its earlier list that it no longer has. */
export interface RegistryCounts {
  matched: number
  unsure: number
  notFound: number
  ended: number
}
