import { expect, it } from 'vitest'
import { formatFeet } from './formatFeet.ts'

it('distances are in feet, and in miles from a thousand feet', () => {
  expect(formatFeet(13.7)).toBe('45 ft')
  expect(formatFeet(322)).toBe('0.2 mi')
})
