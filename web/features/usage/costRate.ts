/** The step and the maximum of a price in dollars (spec §9). */
export const RATE_STEP = 0.0001
export const MAX_RATE_DOLLARS = 1000

const RATE_MESSAGE = 'The cost per unit is between 0 and 1,000 dollars, in steps of 0.0001.'

/** '0.0070': a price as the value of its field. */
export const formatRateInput = (dollars: number): string => dollars.toFixed(4)

/** Parses a price, or returns an error message. */
export function parseRate(text: string): { dollars: number; error: null } | { dollars: null; error: string } {
  const typed = text.trim()
  const isValid = /^\d{0,4}(\.\d{0,4}0*)?$/.test(typed) && /\d/.test(typed)
  const dollars = Number(typed)
  return isValid && dollars <= MAX_RATE_DOLLARS ? { dollars, error: null } : { dollars: null, error: RATE_MESSAGE }
}
