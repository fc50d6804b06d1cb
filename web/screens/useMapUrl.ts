import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readMapUrl, writeMapUrl } from '../features/map/mapUrl.ts'
import type { MapCamera } from '../features/map/openingView.ts'

/** How long the map and the selection must be still before the URL names them. */
const DEBOUNCE_MS = 300
/** Shows a property that a link names, with its neighbors. */
const LINKED_ZOOM = 19

interface MapUrlOptions {
  /** What the map shows; undefined until it has loaded. */
  camera: MapCamera | undefined
  selectedId: string | undefined
  /** The property of a link is being read: the URL keeps its name until then. */
  isOpeningLink: boolean
  /**
   * Called with the id that the URL names, when the map opens and when a link is followed, and a zoom if the URL names none.
   */
  onLink: (id: string, zoom: number | undefined) => void
}

/** Keeps the position of the map and the selected property in the URL of the current history entry, and reads links. */
export function useMapUrl({ camera, selectedId, isOpeningLink, onLink }: MapUrlOptions): void {
  const location = useLocation()
  // Sheets and records add history entries that have a state and the same URL. Only an entry without a state is a link.
  const isLink = useNavigationType() === 'PUSH' && location.state === null
  const isFirst = useRef(true)
  const follow = useEffectEvent(() => {
    const linked = readMapUrl(location.search)
    if (linked.propertyId && (isFirst.current || isLink))
      onLink(linked.propertyId, linked.camera ? undefined : LINKED_ZOOM)
    isFirst.current = false
  })
  useEffect(() => follow(), [location.key])

  const { lat, lng } = camera?.center ?? {}
  const zoom = camera?.zoom
  useEffect(() => {
    if (lat === undefined || lng === undefined || zoom === undefined || isOpeningLink) return
    const timer = setTimeout(() => {
      const { pathname, search, hash } = window.location
      const written = writeMapUrl(search, { camera: { center: { lat, lng }, zoom }, propertyId: selectedId })
      // Not through the router: a pan would render every screen part that reads the URL, and could overwrite the state
      // of an entry that the router is just adding.
      if (written !== search) history.replaceState(history.state, '', pathname + written + hash)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [lat, lng, zoom, selectedId, isOpeningLink, location.key])
}
