import { describe, expect, it } from 'vitest'
import type { Area } from '../territories/area.ts'
import { hoursEndOf, permitFlagsOf, type Permit } from './permits.ts'

const square = (lat: number, lng: number): Area => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng - 1, lat - 1],
      [lng + 1, lat - 1],
      [lng + 1, lat + 1],
      [lng - 1, lat + 1],
      [lng - 1, lat - 1],
    ],
  ],
})
const indianapolis = { lat: 39.77, lng: -86.16 }
const zone = 'America/Indiana/Indianapolis'
const permitAt = ({ lat, lng }: { lat: number; lng: number }, more: Partial<Permit> = {}): Permit => ({
  ...{ area: square(lat, lng), validFrom: '2026-01-01', validTo: null, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...{ from: '09:00', to: '20:00', untilSunsetMinutes: null, badges: [], ...more },
})
const flagsAt = (at: string, more: Partial<Permit> = {}, point = indianapolis, timeZone = zone) =>
  permitFlagsOf([permitAt(point, more)], { point, userId: 'rep', at: new Date(at) }, timeZone)

describe('a visit', () => {
  it('has no flag within the hours, the days and the area of a permit', () => {
    // A Wednesday, at 9:00 and at 19:59 where the company is.
    expect(flagsAt('2026-07-01T13:00:00Z')).toEqual([])
    expect(flagsAt('2026-07-01T23:59:59Z')).toEqual([])
  })

  it('is outside the hours before they begin, from their end on, and on other days of the week', () => {
    expect(flagsAt('2026-07-01T12:59:59Z')).toEqual(['outside_hours'])
    expect(flagsAt('2026-07-02T00:00:00Z')).toEqual(['outside_hours'])
    expect(flagsAt('2026-07-01T15:00:00Z', { weekdays: [3] })).toEqual([])
    expect(flagsAt('2026-07-05T15:00:00Z', { weekdays: [7] })).toEqual([])
    expect(flagsAt('2026-07-05T15:00:00Z', { weekdays: [1, 2, 3, 4, 5, 6] })).toEqual(['outside_hours'])
    expect(flagsAt('2026-07-02T03:59:59Z', { to: '24:00' })).toEqual([])
  })

  it('has no permit before the first day, after the last one, and without a badge where badges are listed', () => {
    expect(flagsAt('2026-07-01T15:00:00Z', { validFrom: '2026-07-02' })).toEqual(['no_permit'])
    expect(flagsAt('2026-07-01T15:00:00Z', { validTo: '2026-06-30' })).toEqual(['no_permit'])
    expect(flagsAt('2026-07-01T15:00:00Z', { validTo: '2026-07-01' })).toEqual([])
    expect(flagsAt('2026-07-01T15:00:00Z', { badges: [{ userId: 'other' }] })).toEqual(['no_permit'])
    expect(flagsAt('2026-07-01T15:00:00Z', { badges: [{ userId: 'rep' }] })).toEqual([])
    expect(flagsAt('2026-07-02T01:00:00Z', { badges: [{ userId: 'other' }] })).toEqual(['outside_hours', 'no_permit'])
  })

  it('is checked by no permit of another area, and allowed by one of several', () => {
    const visit = { point: indianapolis, userId: 'rep', at: new Date('2026-07-02T01:00:00Z') }
    expect(permitFlagsOf([permitAt({ lat: 45, lng: -86 })], visit, zone)).toEqual([])
    expect(permitFlagsOf([permitAt(indianapolis), permitAt(indianapolis, { to: '22:00' })], visit, zone)).toEqual([])
  })

  it('is within the hours of the clock on the days when it changes', () => {
    // On March 8 clocks go forward at 2:00, on November 1 back: 9:00 is 13:00 UTC and 14:00 UTC.
    expect(flagsAt('2026-03-08T13:00:00Z')).toEqual([])
    expect(flagsAt('2026-03-08T12:59:00Z')).toEqual(['outside_hours'])
    expect(flagsAt('2026-11-01T13:59:00Z')).toEqual(['outside_hours'])
    expect(flagsAt('2026-11-01T14:00:00Z')).toEqual([])
  })
})

describe('hours until sunset', () => {
  // Sunsets at sea level by the equations of NOAA's solar calculator, in UTC.
  it.each([
    ['Indianapolis', 39.77, -86.16, 'America/Indiana/Indianapolis', '2026-06-21', '2026-06-22T01:16:00Z'],
    ['Indianapolis', 39.77, -86.16, 'America/Indiana/Indianapolis', '2026-12-21', '2026-12-21T22:24:00Z'],
    ['Anchorage', 61.22, -149.9, 'America/Anchorage', '2026-03-20', '2026-03-21T04:14:00Z'],
    ['Honolulu', 21.31, -157.86, 'Pacific/Honolulu', '2026-09-22', '2026-09-23T04:27:00Z'],
    ['Miami', 25.76, -80.19, 'America/New_York', '2026-01-15', '2026-01-15T22:52:00Z'],
    ['Seattle', 47.61, -122.33, 'America/Los_Angeles', '2026-10-31', '2026-11-01T00:54:00Z'],
  ])('end in %s (%d, %d) within 2 minutes of the table', (_city, lat, lng, timeZone, day, sunset) => {
    expect(noaaSunset(day, lat, lng)).toBeLessThan(Date.parse(sunset) + 120_000)
    expect(noaaSunset(day, lat, lng)).toBeGreaterThan(Date.parse(sunset) - 120_000)
    const limit = { untilSunsetMinutes: 30, to: '24:00', from: '00:00' }
    const flagsAfter = (minutes: number) =>
      flagsAt(new Date(noaaSunset(day, lat, lng) + minutes * 60_000).toISOString(), limit, { lat, lng }, timeZone)
    expect(flagsAfter(-32)).toEqual([])
    expect(flagsAfter(-28)).toEqual(['outside_hours'])
  })

  it('end at the hour if the sun sets later', () => {
    expect(flagsAt('2026-06-21T23:59:00Z', { untilSunsetMinutes: 30 })).toEqual([])
    expect(flagsAt('2026-06-22T00:00:00Z', { untilSunsetMinutes: 30 })).toEqual(['outside_hours'])
  })

  it('do not end where the sun does not set, and do not begin where it does not rise', () => {
    const barrow = { lat: 71.29, lng: -156.79 }
    const flags = (at: string) => flagsAt(at, { untilSunsetMinutes: 30 }, barrow, 'America/Anchorage')
    expect(flags('2026-06-21T22:00:00Z')).toEqual([])
    expect(flags('2026-12-21T22:00:00Z')).toEqual(['outside_hours'])
  })
})

describe('the end of the hours', () => {
  /** The ends of the hours of a visit at this time within so many minutes. */
  const endAt = (at: string, permits: readonly Permit[], minutes = 30) => {
    const visit = { point: indianapolis, userId: 'rep', at: new Date(at) }
    const untilMs = visit.at.getTime() + minutes * 60_000
    const end = hoursEndOf(permits, visit, { untilMs, timeZone: zone })
    return end && [new Date(end.atMs).toISOString(), permits.indexOf(end.permit)]
  }
  const permit = (more: Partial<Permit> = {}) => permitAt(indianapolis, more)

  it('is told within the time before it, and not outside the hours or the area', () => {
    const eight = '2026-07-02T00:00:00.000Z'
    expect(endAt('2026-07-01T23:29:59Z', [permit()])).toBeUndefined()
    expect(endAt('2026-07-01T23:30:00Z', [permit()])).toEqual([eight, 0])
    expect(endAt('2026-07-01T23:59:59Z', [permit()])).toEqual([eight, 0])
    expect(endAt(eight, [permit()])).toBeUndefined()
    expect(endAt('2026-07-01T23:45:00Z', [permit({ weekdays: [1, 2] })])).toBeUndefined()
    expect(endAt('2026-07-01T23:45:00Z', [permitAt({ lat: 45, lng: -86 })])).toBeUndefined()
  })

  it('is that before sunset where that is earlier', () => {
    // The sun sets at 22:24 UTC.
    const [at] = endAt('2026-12-21T21:45:00Z', [permit({ untilSunsetMinutes: 30 })])!
    expect(Math.abs(Date.parse(String(at)) - Date.parse('2026-12-21T21:54:00Z'))).toBeLessThan(120_000)
  })

  it('is that of the latest of several permits, also of one that begins before another ends', () => {
    const permits = [permit(), permit({ to: '20:10' }), permit({ from: '20:10', to: '20:20' })]
    expect(endAt('2026-07-01T23:55:00Z', permits)).toEqual(['2026-07-02T00:20:00.000Z', 2])
    expect(endAt('2026-07-01T23:55:00Z', permits, 15)).toBeUndefined()
  })

  it('is that of the permits that are valid for the rep', () => {
    const permits = [permit(), permit({ to: '22:00', badges: [{ userId: 'other' }] })]
    expect(endAt('2026-07-01T23:55:00Z', permits)).toEqual(['2026-07-02T00:00:00.000Z', 0])
    expect(endAt('2026-07-02T01:55:00Z', permits.slice(1))).toEqual(['2026-07-02T02:00:00.000Z', 0])
  })

  it('is not midnight where knocking goes on, and is midnight of the last day', () => {
    const always = { from: '00:00', to: '24:00' }
    expect(endAt('2026-07-02T03:50:00Z', [permit(always)])).toBeUndefined()
    expect(endAt('2026-07-02T03:50:00Z', [permit({ ...always, weekdays: [3] })])).toEqual([
      '2026-07-02T04:00:00.000Z',
      0,
    ])
  })
})

/** Sunset by the equations of NOAA's solar calculator (Meeus), for the local day that contains noon at this longitude. */
function noaaSunset(day: string, lat: number, lng: number): number {
  const rad = Math.PI / 180
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let minutes = 1_080 - 4 * lng
  for (let round = 0; round < 3; round += 1) {
    const t = (midnight + minutes * 60_000 - Date.UTC(2000, 0, 1, 12)) / 86_400_000 / 36_525
    const l = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    const m = 357.52911 + t * (35_999.05029 - 0.0001537 * t)
    const e = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    const c =
      Math.sin(m * rad) * (1.914602 - t * 0.004817) +
      Math.sin(2 * m * rad) * 0.019993 +
      Math.sin(3 * m * rad) * 0.000289
    const omega = 125.04 - 1_934.136 * t
    const lambda = l + c - 0.00569 - 0.00478 * Math.sin(omega * rad)
    const epsilon = 23.439291 - 0.0130042 * t + 0.00256 * Math.cos(omega * rad)
    const declination = Math.asin(Math.sin(epsilon * rad) * Math.sin(lambda * rad))
    const y = Math.tan((epsilon / 2) * rad) ** 2
    const equation =
      (4 / rad) *
      (y * Math.sin(2 * l * rad) -
        2 * e * Math.sin(m * rad) +
        4 * e * y * Math.sin(m * rad) * Math.cos(2 * l * rad) -
        0.5 * y * y * Math.sin(4 * l * rad) -
        1.25 * e * e * Math.sin(2 * m * rad))
    const cosine =
      Math.cos(90.833 * rad) / (Math.cos(lat * rad) * Math.cos(declination)) -
      Math.tan(lat * rad) * Math.tan(declination)
    minutes = 720 - 4 * lng - equation + (4 * Math.acos(cosine)) / rad
  }
  return midnight + minutes * 60_000
}
