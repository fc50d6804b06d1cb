import type { ExpressionSpecification } from 'maplibre-gl'

/** Pixels per metre at zoom 0 in the latitude of the demo town, where the basemap is detailed. */
const PIXELS_PER_METRE = 512 / (40075016.686 * Math.cos((39.77 * Math.PI) / 180))
const NEAR = 22

/** A width in metres on the ground, as pixels at every zoom. */
export function groundMetres(metres: number): ExpressionSpecification {
  return ['interpolate', ['exponential', 2], ['zoom'], 0, metres * PIXELS_PER_METRE, NEAR, metres * pixelsAt(NEAR)]
}

/** The size of an icon so that its `pixels` wide part covers as many metres as the expression says. */
export function iconMetres(metres: ExpressionSpecification | number, pixels: number): ExpressionSpecification {
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    14,
    ['*', metres, pixelsAt(14) / pixels],
    NEAR,
    ['*', metres, pixelsAt(NEAR) / pixels],
  ]
}

function pixelsAt(zoom: number): number {
  return PIXELS_PER_METRE * 2 ** zoom
}
