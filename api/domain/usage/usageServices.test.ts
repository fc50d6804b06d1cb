import { describe, expect, it } from 'vitest'
import { microsToDollars, dollarsToMicros } from './usageServices.ts'

describe('a rate', () => {
  it('is an integer number of micro-dollars in steps of a hundredth of a cent', () => {
    expect([0, 0.0001, 0.007, 0.1, 1, 1_000].map(dollarsToMicros)).toEqual([
      0, 100, 7_000, 100_000, 1_000_000, 1_000_000_000,
    ])
  })

  it('is rejected below zero, between two steps, above a thousand dollars, and if it is not a number', () => {
    expect([-0.0001, 0.00005, 0.12345, 1_000.0001, Number.NaN, Infinity].map(dollarsToMicros)).toEqual(
      Array(6).fill(null),
    )
  })

  it('converts back to the same dollars', () => {
    expect(microsToDollars(dollarsToMicros(0.0003)!)).toBe(0.0003)
  })
})
