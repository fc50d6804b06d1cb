import type { LayerSpecification } from 'maplibre-gl'

/** A layer of the style that draws the tile layer of the same name, unless `more` names another. */
export const townLayer = (type: string, id: string, paint: Record<string, unknown>, more = {}): LayerSpecification =>
  ({ id, type, source: 'town', 'source-layer': id, paint, ...more }) as LayerSpecification
