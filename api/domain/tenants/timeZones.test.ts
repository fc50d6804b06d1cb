import { expect, it } from 'vitest'
import { isTimeZone } from './timeZones.ts'

it.each([
  'UTC',
  'America/Indiana/Indianapolis',
  'America/New_York',
  'Asia/Kolkata',
  'Etc/GMT+5',
  'America/Port-au-Prince',
])('%s is a time zone', (name) => expect(isTimeZone(name)).toBe(true))

it.each(['', 'Indianapolis', 'EST', '+05:00', 'america/new_york', 'America/Atlantis', "America/New_York'; --"])(
  '%j is not a time zone',
  (name) => expect(isTimeZone(name)).toBe(false),
)
