import type { FeatureCollection } from 'geojson'
import { type ReactElement, useMemo } from 'react'
import type { MapEngine } from './engine.ts'
import {
  clusterFeatures,
  topmostFeatures,
  type PropertyCluster,
  type PropertyMarker,
  propertyFeatures,
  type LatLng,
  userLocationFeatures,
  type UserLocation,
  type NewMarker,
  parcelOutlineFeatures,
} from './markerFeatures.ts'
import {
  topmostLayers,
  propertyLayers,
  type MarkerLayer,
  userLocationLayers,
  parcelOutlineLayers,
} from './markerLayers.ts'
import { useDropAnimation } from './useDropAnimation.ts'

export interface MapMarkersProps {
  engine: MapEngine
  properties: readonly PropertyMarker[]
  clusters: readonly PropertyCluster[]
  selected?: PropertyMarker | undefined
  newMarker?: NewMarker | undefined
  /** The parcel of the selected house or of the spot. */
  outline?: readonly LatLng[] | null | undefined
  /** The parcel is that of the nearest house number: its edge is broken. */
  unconfirmed?: boolean | undefined
  userLocation?: UserLocation | undefined
}

/** Everything of ours that lies on the ground: parcel, houses, clusters, the selected one, NEW, and the user. */
export function MapMarkers({
  engine,
  properties: houses,
  clusters,
  selected,
  newMarker: spot,
  outline,
  unconfirmed,
  userLocation: me,
}: MapMarkersProps) {
  const dropped = useDropAnimation(spot)
  const parcel = useMemo(() => parcelOutlineFeatures(outline), [outline])
  const locationData = useMemo(() => userLocationFeatures(me), [me])
  const markers = useMemo(
    () => mergeFeatures(clusterFeatures(clusters), propertyFeatures(houses, selected?.id)),
    [clusters, houses, selected?.id],
  )
  const topmost = useMemo(() => topmostFeatures(selected, spot), [selected, spot])

  return (
    <>
      {renderLayers(engine, 'outline', parcel, parcelOutlineLayers(unconfirmed ?? false))}
      {renderLayers(engine, 'me', locationData, userLocationLayers())}
      {renderLayers(engine, 'houses', markers, propertyLayers(engine.boldFont))}
      {renderLayers(engine, 'foremost', topmost, topmostLayers(engine.boldFont, dropped))}
    </>
  )
}

function renderLayers(engine: MapEngine, id: string, data: FeatureCollection, layers: MarkerLayer[]): ReactElement {
  type LayerProps = Parameters<typeof engine.Layer>[0]
  return (
    <engine.Source key={id} id={id} type="geojson" data={data}>
      {layers.map((layer) => (
        <engine.Layer key={layer.id} {...(layer as LayerProps)} />
      ))}
    </engine.Source>
  )
}

function mergeFeatures(...parts: FeatureCollection[]): FeatureCollection {
  return { type: 'FeatureCollection', features: parts.flatMap((part) => part.features) }
}
