import type { Layer, Map as GlMap, MapRef, Source } from 'react-map-gl/maplibre'
import type { Theme } from '../../ui/theme.ts'

/** How the ground is drawn (spec §2). */
export type MapType = 'roadmap' | 'satellite' | 'hybrid' | 'terrain'

/** Where the map's own data comes from: `mapConfiguration` of the API. */
export interface MapSettings {
  provider: string
  accessToken: string | null
  tilesUrl: string | null
  center: { lat: number; lng: number }
  zoom: number
}

export type MapStyle = NonNullable<Parameters<typeof GlMap>[0]['mapStyle']>

/**
 * One of the two map libraries, behind the parts that they share. Both are driven through the same components; what
 * differs (style, font, what must be added after a style has come) is said here.
 */
export interface MapEngine {
  Map: typeof GlMap
  Source: typeof Source
  Layer: typeof Layer
  boldFont: string[]
  /** Our own line of attribution; Mapbox draws its own, as its terms ask. */
  attribution?: string
  /** The token, given to the map itself and never built in. */
  accessProps?: (settings: MapSettings) => object
  style: (mapType: MapType, theme: Theme, settings: MapSettings) => MapStyle
  /** Called whenever a style has come: sees to it that the map gets every image it names. */
  registerImages: (map: ReturnType<MapRef['getMap']>) => void
}
