import type { MapType } from './engine.ts'

/** In the order of the map type control. */
export const MAP_TYPES: readonly { value: MapType; label: string }[] = [
  { value: 'roadmap', label: 'Roadmap' },
  { value: 'satellite', label: 'Satellite' },
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'terrain', label: 'Terrain' },
]
