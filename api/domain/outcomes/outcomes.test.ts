import { describe, expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import { isInUseAt, parseOutcomeName } from './outcomes.ts'

describe('the name of an outcome', () => {
  it('is kept in any script, normalized', () => {
    for (const name of [
      'Gate locked',
      'Hund im Hof',
      '留守',
      'दरवाज़ा बंद',
      'می‌خواهد',
      'כלב בחצר',
      '🐕 dog',
      'Ṣé ó wà?',
    ])
      expect(parseOutcomeName(`  ${name} `)).toBe(name.normalize('NFC'))
    expect(parseOutcomeName('Gate   locked')).toBe('Gate locked')
    expect(parseOutcomeName('Cafe\u0301')).toBe('Caf\u00e9')
    expect(parseOutcomeName('犬'.repeat(40))).toBe('犬'.repeat(40))
    expect(parseOutcomeName('🐕'.repeat(40))).toBe('🐕'.repeat(40))
  })

  it('is refused with the reason', () => {
    const reasonOf = (name: string): string => {
      try {
        return `accepted: ${parseOutcomeName(name)}`
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return error.message
      }
    }
    for (const blank of ['', '  ', '\u200b', '\u3164', '\u0301'])
      expect(reasonOf(blank)).toBe('Enter a name for an outcome.')
    for (const unseen of ['Gate\nlocked', 'a\u202eb', 'a\u2066b', 'a\u0007', 'a\u2028b'])
      expect(reasonOf(unseen)).toBe('The name contains characters that cannot be displayed.')
    expect(reasonOf('犬'.repeat(41))).toBe('The name of an outcome has at most 40 characters.')
    expect(reasonOf('NOBODY  home')).toBe('There is a built-in outcome with the name "NOBODY home".')
  })
})

it('is in use at the times before it was retired', () => {
  const retiredAt = new Date('2026-11-18T20:00:00Z')
  expect(isInUseAt({ retiredAt }, new Date('2026-11-18T19:59:59Z'))).toBe(true)
  expect(isInUseAt({ retiredAt }, retiredAt)).toBe(false)
  expect(isInUseAt({ retiredAt: null }, retiredAt)).toBe(true)
})
