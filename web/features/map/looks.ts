import type { MapLook } from './engine.ts'

/** The four looks, in the order of the selector. */
export const MAP_LOOKS: readonly { value: MapLook; label: string }[] = [
  { value: 'roadmap', label: 'Roadmap' },
  { value: 'satellite', label: 'Satellite' },
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'terrain', label: 'Terrain' },
]
