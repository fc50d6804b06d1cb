import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import type { Point } from '../../lib/distance.ts'
import { useMe } from '../../session/person/MeProvider.tsx'

/**
 * Returns a function that tells what permits say against a knock of the user now. Permits and their rule are loaded once a door is
 * selected; a knock before they are is not asked about, and the server flags it.
 */
export function usePermitWarning(point: Point | undefined): () => string | undefined {
  const client = useApolloClient()
  const { id, tenant } = useMe()
  const timeZone = tenant?.timeZone
  const isAtDoor = point !== undefined
  const warn = useRef<(point: Point) => string | undefined>(undefined)
  useEffect(() => {
    if (!isAtDoor || !timeZone) return
    import('./permitWarning.ts')
      .then(({ loadPermitWarning }) => loadPermitWarning(client, id, timeZone))
      .then((loaded) => (warn.current = loaded))
      .catch(() => undefined)
  }, [client, id, timeZone, isAtDoor])
  return () => point && warn.current?.(point)
}
