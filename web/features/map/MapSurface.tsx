import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { MapLayerMouseEvent, MapRef } from 'react-map-gl/maplibre'
import type { Theme } from '../../ui/theme.ts'
import type { Point } from '../../lib/distance.ts'
import type { MapEngine, MapSettings } from './engine.ts'
import { type NumberedDoor, readNumberedDoors } from './unsavedDoors.ts'
import { type ReadArea, showUnsavedNumbers } from './unsavedNumbers.ts'
import { MapMarkers, type MapMarkersProps } from './MapMarkers.tsx'
import { MapLoading } from './MapLoading.tsx'
import { MapPopup } from './MapPopup.tsx'
import { createTapReader } from './mapTaps.ts'
import type { MapType } from './mapTypes.ts'
import type { MapCamera } from './openingView.ts'

/** The visible part of the map, as the property query needs it. */
export interface MapExtent {
  bounds: { south: number; west: number; north: number; east: number }
  center: Point
  zoom: number
}

/** The commands that a screen can send to the map. */
export interface MapHandle {
  /** Moves to a point and shows it `offsetX` and `offsetY` pixels right of and below the center, to keep it clear of a popup or sheet. */
  goTo: (point: Point, options?: { zoom?: number; offsetX?: number; offsetY?: number; durationMs?: number }) => void
  /** Shows the bounds: west, south, east, north. */
  fit: (bounds: [west: number, south: number, east: number, north: number]) => void
  /** Zooms around the selected property if it is visible, else around the center. */
  zoomBy: (steps: number) => void
  extent: () => MapExtent | undefined
}

export interface MapSurfaceProps extends Omit<MapMarkersProps, 'engine'> {
  settings: MapSettings
  /** What the map shows first. */
  openingView: MapCamera
  mapType: MapType
  theme: Theme
  handle: Ref<MapHandle>
  /** Saved properties that are known, also those that are not shown: their house numbers are left out. */
  readArea: ReadArea | undefined
  onPropertyClick?: (id: string) => void
  /** The property under the pointer changed. */
  onPropertyHover?: ((id: string | undefined) => void) | undefined
  onNewMarkerClick?: () => void
  /** A tap beside all markers where houses can be told apart. */
  onMapClick: (point: Point) => void
  /** Every click calls `onMapClick` and none zooms, for a map on which areas are drawn. */
  isClickPoint?: boolean
  /** The last `onMapClick` was the first half of a double tap, which only zooms. */
  onDoubleTap?: () => void
  onMoveEnd: (extent: MapExtent) => void
  /** The map has taken another size. */
  onResize?: () => void
  /** Called with the houses of which it shows the numbers, each time the map has drawn. */
  onDoorsShown?: (doors: readonly NumberedDoor[]) => void
  /** Called with the area that the map will show, once it can be moved and before it has drawn. */
  onMapCreated?: (extent: MapExtent | undefined) => void
  /** Called once for each map that has loaded, not for each pan. */
  onMapLoad: (extent: MapExtent) => void
  /** The map provider rejected its access token. */
  onTokenRejected?: () => void
  popup?: { at: Point; content: ReactNode } | undefined
  /** More layers, or tools that use the map. */
  layers?: ((engine: MapEngine) => ReactNode) | undefined
}

const INTERACTIVE_LAYERS = ['selected-pin', 'new-marker-pin', 'property-pins', 'property-clusters']
/** Maximum distance in pixels between a tap and the marker that it selects. */
const TOUCH_TOLERANCE_PX = 8
const FLIGHT_MS = 600
/** A click on a cluster zooms in at most to here. */
const CLUSTER_MAX_ZOOM = 20

/** The map, rendered by either engine, with its markers and click handling. */
export default function MapSurface({ engine, ...props }: MapSurfaceProps & { engine: MapEngine }) {
  const { settings, openingView, mapType, theme, popup, handle, readArea, onMoveEnd, onMapCreated } = props
  const map = useRef<MapRef>(null)
  const [taps] = useState(createTapReader)
  const [cursor, setCursor] = useState('grab')
  const [isCreated, setIsCreated] = useState(false)
  const [hasDrawn, setHasDrawn] = useState(false)
  const style = useMemo(() => engine.style(mapType, theme, settings), [engine, mapType, theme, settings])
  const selection = useRef(props.selected)
  useEffect(() => {
    selection.current = props.selected
  })
  useImperativeHandle(handle, () => createHandle(map, () => selection.current), [])

  useEffect(() => {
    if (map.current) showUnsavedNumbers(map.current.getMap(), readArea)
  }, [readArea])

  const attachMap = useCallback(
    (createdMap: MapRef | null) => {
      map.current = createdMap
      setIsCreated(createdMap !== null)
      if (createdMap) onMapCreated?.(extentOf(createdMap))
    },
    [onMapCreated],
  )
  const reportExtent = useCallback(() => {
    const extent = extentOf(map.current)
    if (extent) onMoveEnd(extent)
  }, [onMoveEnd])

  const handleClick = (event: MapLayerMouseEvent) => {
    const feature = featureAt(event)
    const { kind, id } = (feature?.properties ?? {}) as { kind?: string; id?: string }
    const point = { lat: event.lngLat.lat, lng: event.lngLat.lng }
    if (props.isClickPoint) return props.onMapClick(point)
    if (kind === 'property' && id) return props.onPropertyClick?.(id)
    if (kind === 'new_marker') return props.onNewMarkerClick?.()
    if (kind === 'cluster') return zoomInAt(point, 2)
    const { point: at, originalEvent } = event
    const action = taps.read({ x: at.x, y: at.y, at: originalEvent.timeStamp }, map.current?.getZoom() ?? 0)
    if (action === 'look_up') props.onMapClick(point)
    else if (action === 'zoom_in') zoomInAt(point, 1)
    else props.onDoubleTap?.()
  }
  const zoomInAt = ({ lat, lng }: Point, steps: number) => {
    const zoom = Math.min((map.current?.getZoom() ?? 0) + steps, CLUSTER_MAX_ZOOM)
    map.current?.easeTo({ center: [lng, lat], zoom, duration: FLIGHT_MS })
  }

  return (
    <>
      <engine.Map
        ref={attachMap}
        initialViewState={{
          latitude: openingView.center.lat,
          longitude: openingView.center.lng,
          zoom: openingView.zoom,
        }}
        mapStyle={style}
        maxZoom={21}
        maxPitch={0}
        // While labels fade in, the map redraws every frame. Without it, opening the map takes half the CPU time.
        fadeDuration={0}
        dragRotate={false}
        touchPitch={false}
        attributionControl={engine.attribution ? false : { compact: true }}
        cursor={cursor}
        interactiveLayerIds={INTERACTIVE_LAYERS}
        onMouseEnter={() => setCursor('pointer')}
        onMouseMove={({ features }) => props.onPropertyHover?.(features?.[0]?.properties?.['id'] as string | undefined)}
        onMouseLeave={() => {
          setCursor('grab')
          props.onPropertyHover?.(undefined)
        }}
        onStyleData={({ target }) => {
          engine.registerImages(target)
          showUnsavedNumbers(target, readArea)
        }}
        // The markers are sources, too, which say nothing about the ground.
        onSourceData={({ tile, source }) => tile && source.type !== 'geojson' && setHasDrawn(true)}
        // Without a connection there may be no tile.
        onLoad={() => {
          setHasDrawn(true)
          map.current?.getMap().touchZoomRotate.disableRotation()
          const extent = extentOf(map.current)
          if (extent) props.onMapLoad(extent)
          reportExtent()
        }}
        onMoveEnd={reportExtent}
        onResize={props.onResize}
        onIdle={({ target }) => props.onDoorsShown?.(readNumberedDoors(target))}
        // The second tap of a double tap by touch is no click: the map only starts to zoom.
        onZoomStart={({ originalEvent }) => {
          if (originalEvent && taps.isSecondHalf(originalEvent.timeStamp)) props.onDoubleTap?.()
        }}
        onClick={handleClick}
        onError={(event) => {
          if (isTokenRejection(event.error)) props.onTokenRejected?.()
        }}
        {...engine.accessProps?.(settings)}
      >
        <MapMarkers {...props} engine={engine} />
        {props.layers?.(engine)}
      </engine.Map>
      {!hasDrawn && <MapLoading />}
      {/* The house of a link can be known before the map that the popup follows. */}
      {popup && isCreated && (
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

function createHandle(map: { current: MapRef | null }, selection: () => Point | undefined): MapHandle {
  return {
    goTo: (point, { zoom, offsetX = 0, offsetY = 0, durationMs = FLIGHT_MS } = {}) =>
      map.current?.easeTo({
        center: [point.lng, point.lat],
        ...(zoom === undefined ? {} : { zoom }),
        offset: [offsetX, offsetY],
        duration: durationMs,
      }),
    zoomBy: (steps) => {
      const property = selection()
      const isInView = property && map.current?.getBounds()?.contains([property.lng, property.lat])
      map.current?.easeTo({
        zoom: map.current.getZoom() + steps,
        duration: FLIGHT_MS / 2,
        // Keep the selected property, and its popup, in place on the screen.
        ...(isInView ? { around: [property.lng, property.lat] } : {}),
      })
    },
    fit: (bounds) => map.current?.fitBounds(bounds, { padding: 48, maxZoom: 18, duration: FLIGHT_MS }),
    extent: () => extentOf(map.current),
  }
}

function extentOf(map: MapRef | null): MapExtent | undefined {
  const bounds = map?.getBounds()
  if (!map || !bounds) return undefined
  const { lat, lng } = map.getCenter()
  return {
    bounds: { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() },
    center: { lat, lng },
    zoom: map.getZoom(),
  }
}

/** The marker under the pointer, or within touch tolerance of a tap. */
function featureAt({ target, point }: MapLayerMouseEvent) {
  const layers = INTERACTIVE_LAYERS.filter((id) => target.getLayer(id))
  if (layers.length === 0) return undefined
  const exact = target.queryRenderedFeatures(point, { layers })
  if (exact.length > 0 || !matchMedia('(pointer: coarse)').matches) return exact[0]
  const touchArea: [[number, number], [number, number]] = [
    [point.x - TOUCH_TOLERANCE_PX, point.y - TOUCH_TOLERANCE_PX],
    [point.x + TOUCH_TOLERANCE_PX, point.y + TOUCH_TOLERANCE_PX],
  ]
  return target.queryRenderedFeatures(touchArea, { layers })[0]
}

/** Mapbox reports a missing, invalid, or restricted token this way, and then blanks its canvas. */
function isTokenRejection(error: Error & { status?: number }): boolean {
  return error.status === 401 || error.status === 403 || /access token/i.test(error.message)
}
