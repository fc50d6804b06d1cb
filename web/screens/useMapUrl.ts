import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readMapUrl, writeMapUrl } from '../features/map/mapUrl.ts'
import type { MapCamera } from '../features/map/openingView.ts'
import { MapPropertyDocument, type MapPropertyFragment } from '../gql/graphql.ts'
import { errorCode } from '../lib/errors.ts'
import { toastError, toastInfo } from '../lib/toasts.ts'

/** How long the map and the selection must be still before the URL names them. */
const DEBOUNCE_MS = 300
/** Shows a house that a link names, with its neighbors. */
const LINKED_ZOOM = 19

interface MapUrlOptions {
  /** What the map shows; undefined until it has loaded. */
  camera: MapCamera | undefined
  selectedId: string | undefined
  /** Called with the property that the URL names, when the map opens and when a link is followed. */
  onHouse: (property: MapPropertyFragment, zoom: number | undefined) => void
}

/**
 * Keeps the position of the map and the selected house in the URL of the current history entry. Opens the house that a
 * link names; if it cannot be read, a message says so and the map stays usable.
 */
export function useMapUrl({ camera, selectedId, onHouse }: MapUrlOptions): void {
  const client = useApolloClient()
  const location = useLocation()
  const linked = readMapUrl(location.search)
  // Entries of sheets and records have a state. They repeat the URL, and open nothing.
  const isLink = useNavigationType() === 'PUSH' && location.state === null
  const [pendingId, setPendingId] = useState(linked.houseId)
  const [lastKey, setLastKey] = useState(location.key)
  if (lastKey !== location.key) {
    setLastKey(location.key)
    if (isLink && linked.houseId && linked.houseId !== selectedId) setPendingId(linked.houseId)
  }
  const latest = useRef({ location, onHouse, selectedId })
  useEffect(() => {
    latest.current = { location, onHouse, selectedId }
  })

  useEffect(() => {
    if (!pendingId) return
    let isCurrent = true
    const selectedBefore = latest.current.selectedId
    const hasCamera = readMapUrl(latest.current.location.search).camera !== undefined
    const open = (property: MapPropertyFragment | null | undefined) => {
      // By now the user may have chosen another house.
      if (!isCurrent || latest.current.selectedId !== selectedBefore) return
      if (property) latest.current.onHouse(property, hasCamera ? undefined : LINKED_ZOOM)
      else toastInfo('This house was not found. It may have been deleted, or you have no access to it.')
    }
    client
      .query({ query: MapPropertyDocument, variables: { id: pendingId } })
      .then(({ data }) => open(data?.property))
      .catch((error: unknown) => {
        if (['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT'].includes(errorCode(error))) open(null)
        else if (isCurrent) toastError('The house could not be opened. Check the connection and open the link again.')
      })
      .finally(() => isCurrent && setPendingId(undefined))
    return () => {
      isCurrent = false
    }
  }, [client, pendingId])

  const { lat, lng } = camera?.center ?? {}
  const zoom = camera?.zoom
  useEffect(() => {
    if (lat === undefined || lng === undefined || zoom === undefined || pendingId) return
    const timer = setTimeout(() => {
      const { pathname, search, hash } = window.location
      const written = writeMapUrl(search, { camera: { center: { lat, lng }, zoom }, houseId: selectedId })
      // Not through the router: a pan would render every screen part that reads the URL, and could overwrite the state
      // of an entry that the router is just adding.
      if (written !== search) history.replaceState(history.state, '', pathname + written + hash)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [lat, lng, zoom, selectedId, pendingId, location.key])
}
