import { expect, it } from 'vitest'
import { formatRateInput, parseRate } from './costRate.ts'

it('accepts prices from 0 to 1,000 dollars in steps of 0.0001', () => {
  expect(['0', '0.0001', '.5', '7.', '0.00700', '1000', ' 12.5 '].map((text) => parseRate(text).dollars)).toEqual([
    0, 0.0001, 0.5, 7, 0.007, 1000, 12.5,
  ])
})

it('rejects anything else with an error message', () => {
  for (const text of ['', ' ', '.', '-1', '0.00001', '1000.0001', '1e3', 'free', '1,5'])
    expect(parseRate(text), text).toEqual({
      dollars: null,
      error: 'The cost per unit is between 0 and 1,000 dollars, in steps of 0.0001.',
    })
})

it('shows four decimal places', () => {
  expect([0.007, 1, 0.1].map(formatRateInput)).toEqual(['0.0070', '1.0000', '0.1000'])
})
