import { expect, it } from 'vitest'
import {
  chosenTimeZone,
  DEFAULT_TIME_ZONE,
  findTimeZone,
  isTimeZone,
  timeZoneLabel,
  timeZoneRule,
  timeZones,
  timeZoneText,
} from './timeZones.ts'

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

it.each([
  ['new york', 'America/New_York'],
  [' New York ', 'America/New_York'],
  ['america/chicago', 'America/Chicago'],
  ['indianapolis', 'America/Indiana/Indianapolis'],
  ['Los Angeles · Pacific Time', 'America/Los_Angeles'],
  ['UTC', 'UTC'],
  ['nowhere', null],
  ['', null],
])('finds the time zone that %j means', (text, zone) => {
  expect(findTimeZone(text)).toBe(zone)
})

it('labels a time zone as people know it', () => {
  expect(timeZoneLabel('America/New_York')).toBe('New York · Eastern Time')
})

it.each(['UTC', 'Etc/UTC', 'US/Eastern', 'America/Indianapolis', 'America/New_York'])(
  'a form that shows %s can be sent as it is',
  (zone) => {
    expect(timeZoneRule.validate(timeZoneText(zone))).toBe(true)
    expect(chosenTimeZone(timeZoneText(zone), zone)).toBe(zone)
  },
)

it('keeps a time zone whose label is left as it is, and finds another', () => {
  const older = 'America/Indianapolis'
  expect(chosenTimeZone(timeZoneText(older), older)).toBe(older)
  expect(chosenTimeZone('chicago', older)).toBe('America/Chicago')
})
