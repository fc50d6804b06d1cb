import { describe, expect, it } from 'vitest'
import { microsToDollars, dollarsToMicros } from './usageServices.ts'

describe('a price', () => {
  it('is whole micro-dollars in steps of a hundredth of a cent', () => {
    expect([0, 0.0001, 0.007, 0.1, 1, 1_000].map(dollarsToMicros)).toEqual([
      0, 100, 7_000, 100_000, 1_000_000, 1_000_000_000,
    ])
  })

  it('is refused below zero, between two steps, beyond a thousand dollars, and when it is no number', () => {
    expect([-0.0001, 0.00005, 0.12345, 1_000.0001, Number.NaN, Infinity].map(dollarsToMicros)).toEqual(
      Array(6).fill(null),
    )
  })

  it('is shown as the dollars it came from', () => {
    expect(microsToDollars(dollarsToMicros(0.0003)!)).toBe(0.0003)
  })
})
