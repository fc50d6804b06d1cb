import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { MapLayerMouseEvent, MapRef } from 'react-map-gl/maplibre'
import type { Theme } from '../../ui/theme.ts'
import type { MapEngine, MapLook, MapSettings } from './engine.ts'
import { HouseSymbols, type HouseSymbolsProps } from './HouseSymbols.tsx'
import { MapPopup } from './MapPopup.tsx'
import type { LatLng } from './markerFeatures.ts'

/** What the map shows: enough to ask the server for the houses in it. */
export interface MapExtent {
  bounds: { south: number; west: number; north: number; east: number }
  center: LatLng
  zoom: number
}

/** What a screen may ask of the map. */
export interface MapHandle {
  /** Moves to a place; `below` is how many pixels under the middle it then stands (a sheet covers the lower part). */
  goTo: (place: LatLng, options?: { zoom?: number; below?: number }) => void
  /** Nearer or farther, around the selected house where one is in view. */
  zoomBy: (steps: number) => void
  extent: () => MapExtent | undefined
}

export interface MapSurfaceProps extends Omit<HouseSymbolsProps, 'engine'> {
  settings: MapSettings
  look: MapLook
  theme: Theme
  handle: Ref<MapHandle>
  onHouse: (id: string) => void
  onSpot: () => void
  onPlace: (place: LatLng) => void
  onMoved: (extent: MapExtent) => void
  /** There is a map that can be moved; it may draw nothing yet. */
  onThere: () => void
  /** Once for each map that was set up, never for a pan. */
  onReady: (extent: MapExtent) => void
  /** The keyed provider refused its token. */
  onRefused?: () => void
  /** Stands at a house, over the map. */
  popup?: { at: LatLng; content: ReactNode } | undefined
}

const TOUCHABLE = ['selected-pin', 'spot-pin', 'house-pins', 'house-clusters']
/** How far from a marker a finger may land. */
const FINGER = 8
const FLIGHT = 600

/** The map itself, drawn by either engine: ground, houses, and what a click on them means. */
export default function MapSurface({ engine, ...props }: MapSurfaceProps & { engine: MapEngine }) {
  const { settings, look, theme, popup, handle, onMoved, onThere } = props
  const map = useRef<MapRef>(null)
  const [cursor, setCursor] = useState('grab')
  const style = useMemo(() => engine.style(look, theme, settings), [engine, look, theme, settings])
  const chosen = useRef(props.selected)
  useEffect(() => {
    chosen.current = props.selected
  })
  useImperativeHandle(handle, () => handleOf(map, () => chosen.current), [])

  const attach = useCallback(
    (made: MapRef | null) => {
      map.current = made
      if (made) onThere()
    },
    [onThere],
  )
  const settle = useCallback(() => {
    const extent = extentOf(map.current)
    if (extent) onMoved(extent)
  }, [onMoved])

  const click = (event: MapLayerMouseEvent) => {
    const feature = featureAt(event)
    const { kind, id } = (feature?.properties ?? {}) as { kind?: string; id?: string }
    if (kind === 'house' && id) return props.onHouse(id)
    if (kind === 'spot') return props.onSpot()
    const place = { lat: event.lngLat.lat, lng: event.lngLat.lng }
    if (kind !== 'cluster') return props.onPlace(place)
    map.current?.easeTo({ center: event.lngLat, zoom: Math.min(map.current.getZoom() + 2, 20), duration: FLIGHT })
  }

  return (
    <>
      <engine.Map
        ref={attach}
        initialViewState={{ latitude: settings.center.lat, longitude: settings.center.lng, zoom: settings.zoom }}
        mapStyle={style}
        maxZoom={21}
        maxPitch={0}
        dragRotate={false}
        touchPitch={false}
        attributionControl={engine.attribution ? false : { compact: true }}
        cursor={cursor}
        interactiveLayerIds={TOUCHABLE}
        onMouseEnter={() => setCursor('pointer')}
        onMouseLeave={() => setCursor('grab')}
        onStyleData={(event) => engine.prepare(event.target)}
        onLoad={() => {
          map.current?.getMap().touchZoomRotate.disableRotation()
          const extent = extentOf(map.current)
          if (extent) props.onReady(extent)
          settle()
        }}
        onMoveEnd={settle}
        onClick={click}
        onError={(event) => {
          if (isRefusal(event.error)) props.onRefused?.()
        }}
        {...engine.access?.(settings)}
      >
        <HouseSymbols
          engine={engine}
          houses={props.houses}
          clusters={props.clusters}
          selected={props.selected}
          spot={props.spot}
          outline={props.outline}
          unconfirmed={props.unconfirmed}
          me={props.me}
        />
      </engine.Map>
      {popup && (
        <MapPopup key={`${popup.at.lat} ${popup.at.lng}`} map={map} at={popup.at}>
          {popup.content}
        </MapPopup>
      )}
      {engine.attribution && (
        <p className="pointer-events-none absolute right-1.5 bottom-[calc(var(--map-covered,0px)+4px)] rounded-badge bg-surface/80 px-1.5 text-[0.6875rem]/4 text-ink-2">
          {engine.attribution}
        </p>
      )}
    </>
  )
}

function handleOf(map: { current: MapRef | null }, chosen: () => LatLng | undefined): MapHandle {
  return {
    goTo: (place, { zoom, below = 0 } = {}) =>
      map.current?.easeTo({
        center: [place.lng, place.lat],
        ...(zoom === undefined ? {} : { zoom }),
        offset: [0, below],
        duration: FLIGHT,
      }),
    zoomBy: (steps) => {
      const house = chosen()
      const held = house && map.current?.getBounds()?.contains([house.lng, house.lat])
      map.current?.easeTo({
        zoom: map.current.getZoom() + steps,
        duration: FLIGHT / 2,
        // A chosen house stays where it is on the screen, and its popup with it.
        ...(held ? { around: [house.lng, house.lat] } : {}),
      })
    },
    extent: () => extentOf(map.current),
  }
}

function extentOf(map: MapRef | null): MapExtent | undefined {
  const bounds = map?.getBounds()
  if (!map || !bounds) return undefined
  const { lat, lng } = map.getCenter()
  return {
    bounds: {
      south: bounds.getSouth(),
      west: bounds.getWest(),
      north: bounds.getNorth(),
      east: bounds.getEast(),
    },
    center: { lat, lng },
    zoom: map.getZoom(),
  }
}

/** The marker under the pointer, or under a finger that landed beside it. */
function featureAt({ target, point }: MapLayerMouseEvent) {
  const layers = TOUCHABLE.filter((id) => target.getLayer(id))
  if (layers.length === 0) return undefined
  const exact = target.queryRenderedFeatures(point, { layers })
  if (exact.length > 0 || !matchMedia('(pointer: coarse)').matches) return exact[0]
  const around: [[number, number], [number, number]] = [
    [point.x - FINGER, point.y - FINGER],
    [point.x + FINGER, point.y + FINGER],
  ]
  return target.queryRenderedFeatures(around, { layers })[0]
}

/** Mapbox answers a missing, wrong or restricted token so, and then blanks what it has drawn. */
function isRefusal(error: Error & { status?: number }): boolean {
  return error.status === 401 || error.status === 403 || /access token/i.test(error.message)
}
