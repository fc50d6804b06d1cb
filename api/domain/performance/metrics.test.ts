import { expect, it } from 'vitest'
import { conversionRateOf } from './metrics.ts'

it.each([
  [8, 2, 25],
  [3, 3, 100],
  [4, 0, 0],
  [0, 0, 0],
  // A period without new leads can have conversions of earlier ones.
  [0, 2, 0],
])('of %i leads and %i conversions, the conversion rate is %i percent', (leads, conversions, rate) => {
  expect(conversionRateOf(leads, conversions)).toBe(rate)
})
