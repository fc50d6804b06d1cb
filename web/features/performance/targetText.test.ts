import { expect, it } from 'vitest'
import { parseTarget } from './targetText.ts'

it('accepts whole numbers from 1 to 1,000,000', () => {
  expect(['1', '40', ' 1000000 '].map((text) => parseTarget(text).value)).toEqual([1, 40, 1_000_000])
  for (const text of ['', '0', '1000001', '2.5', '-3', 'many', '1e3'])
    expect(parseTarget(text).error, text).toBe('A target is a whole number from 1 to 1,000,000.')
})
