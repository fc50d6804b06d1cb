const FEET_PER_METER = 3.28084
const FEET_PER_MILE = 5280

/** '45 ft', or '0.2 mi' from a thousand feet. */
export function formatFeet(meters: number): string {
  const feet = meters * FEET_PER_METER
  return feet < 1000 ? `${Math.round(feet)} ft` : `${(feet / FEET_PER_MILE).toFixed(1)} mi`
}
