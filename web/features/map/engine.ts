import type { Layer, Map as GlMap, MapRef, Source } from 'react-map-gl/maplibre'
import type { Theme } from '../../ui/theme.ts'
import type { Point } from '../../lib/distance.ts'
import type { MapType } from './mapTypes.ts'

/** `mapConfiguration` of the API. */
export interface MapSettings {
  provider: string
  accessToken: string | null
  tilesUrl: string | null
  center: Point
  zoom: number
}

export type MapStyle = NonNullable<Parameters<typeof GlMap>[0]['mapStyle']>

/** The differences between the two map libraries, behind one interface. Both use the same React components. */
export interface MapEngine {
  Map: typeof GlMap
  Source: typeof Source
  Layer: typeof Layer
  boldFont: string[]
  /** Our attribution line. Undefined for Mapbox, which must render its own by its terms of use. */
  attribution?: string
  /** Props that pass the access token to the map at run time, so that it is not part of the bundle. */
  accessProps?: (settings: MapSettings) => object
  style: (mapType: MapType, theme: Theme, settings: MapSettings) => MapStyle
  /** Called after each style load: makes the images that the style refers to available. */
  registerImages: (map: ReturnType<MapRef['getMap']>) => void
}
