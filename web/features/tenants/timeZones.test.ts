import { expect, it } from 'vitest'
import { DEFAULT_TIME_ZONE, isTimeZone, timeZones } from './timeZones.ts'

it('lists each zone once, those of the United States first', () => {
  const offered = timeZones()
  expect(offered.slice(0, 2)).toEqual(['America/New_York', 'America/Indiana/Indianapolis'])
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered).toContain('Europe/Berlin')
})

it('distinguishes time zones from similar strings', () => {
  expect(isTimeZone(DEFAULT_TIME_ZONE)).toBe(true)
  expect(isTimeZone('America/Nowhere')).toBe(false)
  expect(isTimeZone('EST')).toBe(false)
  expect(isTimeZone('+01:00')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})
