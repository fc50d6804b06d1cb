import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { LogMapLoadDocument } from '../../gql/graphql.ts'
import type { MapExtent } from './MapSurface.tsx'

/** Returns a function that logs a map load for the usage metrics. A failure is ignored: the user cannot act on it. */
export function useLogMapLoad() {
  const [logMapLoad] = useMutation(LogMapLoadDocument, { context: { isBackground: true } })
  return useCallback(
    ({ center, zoom }: MapExtent) => {
      void logMapLoad({ variables: { lat: center.lat, lng: center.lng, zoom } }).catch(() => undefined)
    },
    [logMapLoad],
  )
}
