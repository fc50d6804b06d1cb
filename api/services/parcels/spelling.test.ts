import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithinOneEdit, generateSingleEdits, toWordPatterns } from './spelling.ts'

const matches = (typed: string, key: string) =>
  // PostgreSQL's \m and \M match the start and the end of a word.
  toWordPatterns(typed).every(({ regex }) =>
    new RegExp(regex.replaceAll('\\m', '\\b').replaceAll('\\M', '\\b')).test(key),
  )

describe('typed words', () => {
  it.each([
    ['rock', 'rockwell st'],
    ['rockwell stre', 'rockwell st'],
    ['west 12', 'w 12th demo st'],
    ['w', 'walnut st'],
    ['mount auburn', 'mt auburn st'],
    ['twel', 'w 12th demo st'],
  ])('%j matches %j', (typed, key) => expect(matches(typed, key)).toBe(true))

  it.each([
    ['ockwell', 'rockwell st'],
    ['12', '112th st'],
    ['rockwell ave', 'rockwell st'],
    ['s', 'w 12th demo ave'],
  ])('%j does not match %j', (typed, key) => expect(matches(typed, key)).toBe(false))
})

describe('one edit', () => {
  it('removes, adds or replaces one letter, or transposes two', () => {
    for (const misspelling of ['rockwel', 'rockwelll', 'rackwell', 'rokcwell', 'ockwell', 'brockwell']) {
      expect(isWithinOneEdit('rockwell', misspelling)).toBe(true)
    }
    for (const other of ['rokwel', 'rockport', 'rockwell2']) expect(isWithinOneEdit('rockwell', other)).toBe(false)
  })

  it('is the same as one of the single edits', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), maxLength: 6 })
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(isWithinOneEdit(a, b)).toBe(a === b || generateSingleEdits(a).includes(b))
      }),
      { numRuns: 20_000 },
    )
  })

  it('has fewer than 480 variants, so that each one can be looked up', () => {
    expect(generateSingleEdits('rockwell').length).toBeLessThan(480)
  })
})
