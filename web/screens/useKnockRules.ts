import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
import type { Point } from '../lib/distance.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import type { KnockRules } from './knockRules.ts'

/**
 * What permits and territories say of a knock of the user at a door, and when knocking ends there. Both are loaded once a door is selected; a
 * knock before that is not asked about. `warningNow` is called when a knock would be logged, because some of it is said only once a day.
 */
export function useKnockRules(point: Point | undefined) {
  const client = useApolloClient()
  const { id: userId, tenant, abilities } = useMe()
  const timeZone = tenant?.timeZone
  const isAtDoor = point !== undefined
  // Managers read the territories of everybody.
  const hasOwnAreas = !abilities.manageTerritories
  const [rules, setRules] = useState<KnockRules>()
  useEffect(() => {
    if (!isAtDoor || !timeZone) return
    import('./knockRules.ts')
      .then(({ loadKnockRules }) => loadKnockRules(client, { userId, timeZone, hasOwnAreas }))
      .then(setRules)
      .catch(() => undefined)
  }, [client, userId, timeZone, hasOwnAreas, isAtDoor])
  return {
    warningNow: () => point && rules?.warningAt(point),
    endAt: useCallback((door: Point) => rules?.endAt(door), [rules]),
  }
}
