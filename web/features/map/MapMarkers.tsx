import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo, useState } from 'react'
import type { Point } from '../../lib/distance.ts'
import { useDayStart } from '../../lib/useDayStart.ts'
import type { MapEngine } from './engine.ts'
import { MapLayers } from './MapLayers.tsx'
import {
  clusterFeatures,
  lightFeatures,
  type NewMarker,
  parcelOutlineFeatures,
  type PropertyCluster,
  propertyFeatures,
  type PropertyMarker,
  topmostFeatures,
  type UserLocation,
  userLocationFeatures,
} from './markerFeatures.ts'
import { lightLayers, parcelOutlineLayers, propertyLayers, topmostLayers, userLocationLayers } from './markerLayers.ts'
import { mergeClusters } from './mergeClusters.ts'

export interface MapMarkersProps {
  engine: MapEngine
  properties: readonly PropertyMarker[]
  clusters: readonly PropertyCluster[]
  /** The zoom at which they are shown. */
  clusterZoom: number
  selected?: PropertyMarker | undefined
  /** The property under the pointer, here or in a list. */
  hovered?: PropertyMarker | undefined
  newMarker?: NewMarker | undefined
  /** The parcel of the selected property or of the NEW marker. */
  outline?: readonly Point[] | null | undefined
  /** The parcel belongs to the nearest house number, so its edge is dashed. */
  unconfirmed?: boolean | undefined
  userLocation?: UserLocation | undefined
}

/**
 * The markers on the map: parcel outline, lights of today's knocks, user location, properties and clusters, and on top the
 * selected property and NEW.
 */
export function MapMarkers({
  engine,
  properties,
  clusters,
  clusterZoom,
  selected,
  hovered,
  newMarker,
  outline,
  unconfirmed,
  userLocation,
}: MapMarkersProps) {
  const dropped = useDropAnimation(newMarker)
  const parcel = useMemo(() => parcelOutlineFeatures(outline), [outline])
  const dayStart = useDayStart()
  const lights = useMemo(() => lightFeatures(properties, dayStart), [properties, dayStart])
  const locationData = useMemo(() => userLocationFeatures(userLocation), [userLocation])
  const markers = useMemo(
    () =>
      mergeFeatures(clusterFeatures(mergeClusters(clusters, clusterZoom)), propertyFeatures(properties, selected?.id)),
    [clusters, clusterZoom, properties, selected?.id],
  )
  const topmost = useMemo(() => topmostFeatures(selected, newMarker, hovered), [selected, newMarker, hovered])

  return (
    <>
      <MapLayers engine={engine} id="outline" data={parcel} layers={parcelOutlineLayers(unconfirmed ?? false)} />
      <MapLayers engine={engine} id="lights" data={lights} layers={lightLayers()} />
      <MapLayers engine={engine} id="me" data={locationData} layers={userLocationLayers()} />
      <MapLayers engine={engine} id="properties" data={markers} layers={propertyLayers(engine.boldFont)} />
      <MapLayers engine={engine} id="foremost" data={topmost} layers={topmostLayers(engine.boldFont, dropped)} />
    </>
  )
}

function mergeFeatures(...parts: FeatureCollection[]): FeatureCollection {
  return { type: 'FeatureCollection', features: parts.flatMap((part) => part.features) }
}

/**
 * False for the first two frames of a new marker, then true, so that the marker falls into place. Always true with
 * reduced motion.
 */
function useDropAnimation(newMarker: NewMarker | undefined): boolean {
  const positionKey = newMarker && `${newMarker.lat} ${newMarker.lng}`
  const [droppedKey, setDroppedKey] = useState<string>()
  useEffect(() => {
    if (!positionKey) return
    // Wait two frames: the first one draws the marker at its starting height.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDroppedKey(positionKey))
    })
    return () => cancelAnimationFrame(frame)
  }, [positionKey])
  return droppedKey === positionKey || matchMedia('(prefers-reduced-motion: reduce)').matches
}
