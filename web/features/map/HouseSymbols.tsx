import type { FeatureCollection } from 'geojson'
import { type ReactElement, useMemo } from 'react'
import type { MapEngine } from './engine.ts'
import {
  clusterFeatures,
  foremostFeatures,
  type HouseCluster,
  type HouseMarker,
  houseFeatures,
  type LatLng,
  meFeatures,
  type MyPlace,
  type NewSpot,
  outlineFeatures,
} from './markerFeatures.ts'
import { foremostLayers, houseLayers, type MarkerLayer, meLayers, outlineLayers } from './markerLayers.ts'
import { useDrop } from './useDrop.ts'

export interface HouseSymbolsProps {
  engine: MapEngine
  houses: readonly HouseMarker[]
  clusters: readonly HouseCluster[]
  selected?: HouseMarker | undefined
  spot?: NewSpot | undefined
  /** The parcel of the selected house or of the spot. */
  outline?: readonly LatLng[] | null | undefined
  /** The parcel is that of the nearest house number: its edge is broken. */
  unconfirmed?: boolean | undefined
  me?: MyPlace | undefined
}

/** Everything of ours that lies on the ground: parcel, houses, clusters, the selected one, NEW, and the user. */
export function HouseSymbols({
  engine,
  houses,
  clusters,
  selected,
  spot,
  outline,
  unconfirmed,
  me,
}: HouseSymbolsProps) {
  const dropped = useDrop(spot)
  const parcel = useMemo(() => outlineFeatures(outline), [outline])
  const place = useMemo(() => meFeatures(me), [me])
  const inView = useMemo(
    () => joined(clusterFeatures(clusters), houseFeatures(houses, selected?.id)),
    [clusters, houses, selected?.id],
  )
  const foremost = useMemo(() => foremostFeatures(selected, spot), [selected, spot])

  return (
    <>
      {layered(engine, 'outline', parcel, outlineLayers(unconfirmed ?? false))}
      {layered(engine, 'me', place, meLayers())}
      {layered(engine, 'houses', inView, houseLayers(engine.boldFont))}
      {layered(engine, 'foremost', foremost, foremostLayers(engine.boldFont, dropped))}
    </>
  )
}

function layered(engine: MapEngine, id: string, data: FeatureCollection, layers: MarkerLayer[]): ReactElement {
  type LayerProps = Parameters<typeof engine.Layer>[0]
  return (
    <engine.Source key={id} id={id} type="geojson" data={data}>
      {layers.map((layer) => (
        <engine.Layer key={layer.id} {...(layer as LayerProps)} />
      ))}
    </engine.Source>
  )
}

function joined(...parts: FeatureCollection[]): FeatureCollection {
  return { type: 'FeatureCollection', features: parts.flatMap((part) => part.features) }
}
