import { describe, expect, it } from 'vitest'
import { OUTCOMES } from './outcomes.ts'
import { statusAfterKnock } from './statusAfterKnock.ts'

describe('the outcomes of a knock', () => {
  it('are eight, and only some of the first four change the status', () => {
    expect(OUTCOMES).toHaveLength(8)
    const changing = OUTCOMES.filter(({ outcome }) => statusAfterKnock(outcome, 'NEW') !== 'NEW')
    expect(OUTCOMES.slice(0, 4)).toEqual(expect.arrayContaining(changing))
    expect(changing.map(({ outcome }) => statusAfterKnock(outcome, 'NEW'))).toEqual([
      'CONTACTED',
      'INTERESTED',
      'NOT_INTERESTED',
    ])
  })

  it('leave the status unchanged otherwise', () => {
    expect(statusAfterKnock('NOBODY_HOME', 'INTERESTED')).toBe('INTERESTED')
    expect(statusAfterKnock('LEFT_FLYER', 'CONTACTED')).toBe('CONTACTED')
  })

  it('differ in shape or glyph, not only in color', () => {
    const displays = OUTCOMES.map(({ shape, icon }) => `${shape} ${icon.displayName}`)
    expect(new Set(displays).size).toBe(OUTCOMES.length)
  })
})
