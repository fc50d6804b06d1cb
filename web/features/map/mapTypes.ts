/** The base map (spec §2). */
export type MapType = 'roadmap' | 'satellite' | 'hybrid' | 'terrain'

/** In the order of the map type control. */
export const MAP_TYPES: readonly { value: MapType; label: string }[] = [
  { value: 'roadmap', label: 'Roadmap' },
  { value: 'satellite', label: 'Satellite' },
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'terrain', label: 'Terrain' },
]
