import { describe, expect, it } from 'vitest'
import { OUTCOMES } from '../../ui/outcomes.ts'
import { COMMONEST, statusAfter } from './outcomes.ts'

describe('the outcomes of a knock', () => {
  it('are eight, and only the first four touch the status', () => {
    expect(OUTCOMES).toHaveLength(8)
    const changing = OUTCOMES.filter(({ outcome }) => statusAfter(outcome, 'NEW') !== 'NEW')
    expect(OUTCOMES.slice(0, COMMONEST)).toEqual(expect.arrayContaining(changing))
    expect(changing.map(({ outcome }) => statusAfter(outcome, 'NEW'))).toEqual([
      'CONTACTED',
      'INTERESTED',
      'NOT_INTERESTED',
    ])
  })

  it('leave a status that they say nothing about', () => {
    expect(statusAfter('NOBODY_HOME', 'INTERESTED')).toBe('INTERESTED')
    expect(statusAfter('LEFT_FLYER', 'CONTACTED')).toBe('CONTACTED')
  })

  it('differ in shape or glyph, not in colour alone', () => {
    const looks = OUTCOMES.map(({ shape, icon }) => `${shape} ${icon.displayName}`)
    expect(new Set(looks).size).toBe(OUTCOMES.length)
  })
})
