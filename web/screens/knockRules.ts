import type { ApolloClient } from '@apollo/client'
import { loadPermitsNow } from '../features/permits/permitsNow.ts'
import { loadAreaWarning } from '../features/territories/areaWarning.ts'
import type { Point } from '../lib/distance.ts'

interface Rep {
  userId: string
  timeZone: string
  hasOwnAreas: boolean
}

export interface KnockRules {
  /** What speaks against a knock at the point now. */
  warningAt: (point: Point) => string | undefined
  /** When knocking ends at the point, if that is soon. */
  endAt: (point: Point) => string | undefined
}

/** Loads what permits and the own territories say of a knock. What cannot be loaded says nothing. */
export async function loadKnockRules(
  client: ApolloClient,
  { userId, timeZone, hasOwnAreas }: Rep,
): Promise<KnockRules> {
  const unknown = () => undefined
  const [permits, isOutside] = await Promise.all([
    loadPermitsNow(client, userId, timeZone).catch(() => ({ warningAt: unknown, endAt: unknown })),
    hasOwnAreas ? loadAreaWarning(client, userId, timeZone).catch(() => unknown) : unknown,
  ])
  return {
    warningAt: (point) => [permits.warningAt(point), isOutside(point)].filter(Boolean).join(' ') || undefined,
    endAt: permits.endAt,
  }
}
