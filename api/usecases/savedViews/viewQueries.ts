import { viewParametersOf } from '../../database/listFilters.ts'
import { Refused } from '../../domain/errors.ts'
import type { ViewList } from '../../domain/savedViews/viewLists.ts'
import { activityFilters } from '../activity/activityFilters.ts'
import { leadFilters } from '../leads/leadFilters.ts'
import { propertyFilters } from '../properties/propertyFilters.ts'
import { userFilters } from '../users/userFilters.ts'

/** The URL parameters that a view of each list can set: its filters, its order and how it is shown. */
const viewParameters: Record<ViewList, readonly string[]> = {
  leads: [...viewParametersOf(leadFilters), 'sort', 'group'],
  properties: [...viewParametersOf(propertyFilters), 'sort', 'view'],
  users: [...viewParametersOf(userFilters), 'sort'],
  activity: [...viewParametersOf(activityFilters), 'sort'],
}

const maxQueryBytes = 2_048

/**
 * The query of a URL as it is stored: the known parameters in the order of `viewParameters`. Throws `Refused` for a parameter
 * that the list does not have, for one that is given twice, and for more than 2 kB.
 */
export function parseViewQuery(list: ViewList, query: string): string {
  const refuse = (message: string) => new Refused(message, { query: message })
  if (Buffer.byteLength(query) > maxQueryBytes) throw refuse('The query must be at most 2 kB.')
  const given = new URLSearchParams(query)
  const stored = new URLSearchParams()
  for (const name of new Set(given.keys())) {
    if (!viewParameters[list].includes(name)) throw refuse(`The list of ${list} has no filter '${name.slice(0, 50)}'.`)
    if (given.getAll(name).length > 1) throw refuse(`The filter '${name}' is given twice.`)
  }
  for (const name of viewParameters[list]) {
    const value = given.get(name)?.trim()
    if (value?.includes('\0')) throw refuse(`The filter '${name}' contains characters that cannot be stored.`)
    if (value) stored.set(name, value)
  }
  return stored.toString()
}
