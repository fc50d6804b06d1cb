import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import type { Point } from '../lib/distance.ts'
import { useMe } from '../session/person/MeProvider.tsx'

/**
 * Returns a function that tells what speaks against a knock of the user now. It is called when a knock would be logged, because some of it
 * is said only once a day. What it needs is loaded once a door is selected; a knock before that is not asked about.
 */
export function useKnockWarning(point: Point | undefined): () => string | undefined {
  const client = useApolloClient()
  const { id: userId, tenant, abilities } = useMe()
  const timeZone = tenant?.timeZone
  const isAtDoor = point !== undefined
  // Managers read the territories of everybody.
  const hasOwnAreas = !abilities.manageTerritories
  const warn = useRef<(point: Point) => string | undefined>(undefined)
  useEffect(() => {
    if (!isAtDoor || !timeZone) return
    import('./knockWarnings.ts')
      .then(({ loadKnockWarnings }) => loadKnockWarnings(client, { userId, timeZone, hasOwnAreas }))
      .then((loaded) => (warn.current = loaded))
      .catch(() => undefined)
  }, [client, userId, timeZone, hasOwnAreas, isAtDoor])
  return () => point && warn.current?.(point)
}
