import type { MapType } from './engine.ts'

/** The four looks, in the order of the selector. */
export const MAP_TYPES: readonly { value: MapType; label: string }[] = [
  { value: 'roadmap', label: 'Roadmap' },
  { value: 'satellite', label: 'Satellite' },
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'terrain', label: 'Terrain' },
]
