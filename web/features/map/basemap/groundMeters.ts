import type { ExpressionSpecification } from 'maplibre-gl'

/** Pixels per meter at zoom 0 at the latitude of the demo town. */
const PIXELS_PER_METER = 512 / (40075016.686 * Math.cos((39.77 * Math.PI) / 180))
const MAX_ZOOM = 22

/** A width in meters on the ground, as an expression in pixels for every zoom. */
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

/** An icon size at which `pixels` of the image cover the given number of meters. */
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
