import type { ApolloClient } from '@apollo/client'
import { loadPermitWarning } from '../features/permits/permitWarning.ts'
import { loadAreaWarning } from '../features/territories/areaWarning.ts'
import type { Point } from '../lib/distance.ts'

interface Rep {
  userId: string
  timeZone: string
  hasOwnAreas: boolean
}

/** Loads what permits and the own territories say against a knock at a point. What cannot be loaded says nothing. */
export async function loadKnockWarnings(
  client: ApolloClient,
  { userId, timeZone, hasOwnAreas }: Rep,
): Promise<(point: Point) => string | undefined> {
  const loaded = await Promise.allSettled([
    loadPermitWarning(client, userId, timeZone),
    ...(hasOwnAreas ? [loadAreaWarning(client, userId, timeZone)] : []),
  ])
  const warnings = loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return (point) => warnings.flatMap((warn) => warn(point) ?? []).join(' ') || undefined
}
