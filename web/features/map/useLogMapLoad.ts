import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { LogMapLoadDocument } from '../../gql/graphql.ts'
import type { MapExtent } from './MapSurface.tsx'

/** Reports one map load: for the usage figures, so a failure is nobody's business on this screen. */
export function useLogMapLoad() {
  const [logMapLoad] = useMutation(LogMapLoadDocument)
  return useCallback(
    ({ center, zoom }: MapExtent) => {
      void logMapLoad({ variables: { lat: center.lat, lng: center.lng, zoom } }).catch(() => undefined)
    },
    [logMapLoad],
  )
}
