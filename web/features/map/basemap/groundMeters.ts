import type { ExpressionSpecification } from 'maplibre-gl'

/** Pixels per metre at zoom 0 in the latitude of the demo town, where the basemap is detailed. */
const PIXELS_PER_METER = 512 / (40075016.686 * Math.cos((39.77 * Math.PI) / 180))
const MAX_ZOOM = 22

/** A width in metres on the ground, as pixels at every zoom. */
export function groundMeters(meters: number): ExpressionSpecification {
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    0,
    meters * PIXELS_PER_METER,
    MAX_ZOOM,
    meters * pixelsPerMeterAt(MAX_ZOOM),
  ]
}

/** The size of an icon so that its `pixels` wide part covers as many metres as the expression says. */
export function iconMeters(meters: ExpressionSpecification | number, pixels: number): ExpressionSpecification {
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    14,
    ['*', meters, pixelsPerMeterAt(14) / pixels],
    MAX_ZOOM,
    ['*', meters, pixelsPerMeterAt(MAX_ZOOM) / pixels],
  ]
}

function pixelsPerMeterAt(zoom: number): number {
  return PIXELS_PER_METER * 2 ** zoom
}
