import { expect, it } from 'vitest'
import { momentAt, moveDays, moveHours, playStartOf, replayDaysOf, replayTrackAt, shareOf } from './replayTrack.ts'

const zone = 'America/Indiana/Indianapolis'
const iso = (moment: number | null) => moment && new Date(moment).toISOString()
const now = Date.parse('2024-02-06T20:13:40Z')
const track = replayTrackAt(now, zone, 7)

it('begins at midnight in the time zone of the tenant and can be moved up to now', () => {
  expect([iso(track.from), iso(track.last), iso(track.end)]).toEqual([
    '2024-01-31T05:00:00.000Z',
    '2024-02-06T20:10:00.000Z',
    '2024-02-07T05:00:00.000Z',
  ])
})

it('covers the period up to today, and in the first days of a month the days before it', () => {
  const daysAt = (time: string) =>
    (['DAY', 'WEEK', 'MONTH'] as const).map((period) => replayDaysOf(period, Date.parse(time), zone))
  // A Tuesday, a Sunday, and a Monday whose evening is the next day in UTC.
  expect(daysAt('2024-02-06T20:13:40Z')).toEqual([1, 2, 7])
  expect(daysAt('2024-02-18T20:13:40Z')).toEqual([1, 7, 18])
  expect(daysAt('2024-02-20T02:00:00Z')).toEqual([1, 1, 19])
})

it('finds the time at a point of the track in steps of five minutes; now and later is live', () => {
  expect(iso(momentAt(0, track))).toBe('2024-01-31T05:00:00.000Z')
  expect(iso(momentAt(0.5, track))).toBe('2024-02-03T17:00:00.000Z')
  expect(momentAt(1, track)).toBeNull()
  expect(shareOf(momentAt(0.5, track), track)).toBe(0.5)
  expect(shareOf(null, track)).toBeCloseTo(6.63 / 7, 2)
})

it('moves by hours and by days, from live too, and stops at both ends', () => {
  expect(iso(moveHours(null, -1, track))).toBe('2024-02-06T19:10:00.000Z')
  expect(iso(moveDays(null, -1, track))).toBe('2024-02-05T20:10:00.000Z')
  expect(moveHours(moveHours(null, -1, track), 1, track)).toBeNull()
  expect(iso(moveDays(null, -30, track))).toBe('2024-01-31T05:00:00.000Z')
})

it('plays from the morning of today, or of the first day with a lead', () => {
  expect(iso(playStartOf(track, 'DAY', [1, 0, 0, 0, 0, 0, 0]))).toBe('2024-02-06T12:00:00.000Z')
  expect(iso(playStartOf(track, 'WEEK', [0, 0, 2, 0, 1]))).toBe('2024-02-04T12:00:00.000Z')
  expect(playStartOf(track, 'WEEK', [])).toBe(track.from)
})

it('plays from midnight in the night, and stays live right after it', () => {
  const at = (time: string) => playStartOf(replayTrackAt(Date.parse(time), zone, 7), 'DAY', [])
  expect(iso(at('2024-02-06T08:30:00Z'))).toBe('2024-02-06T05:00:00.000Z')
  expect(at('2024-02-06T05:02:00Z')).toBeNull()
})

it('a day has 23 hours when daylight saving time begins', () => {
  const spring = replayTrackAt(Date.parse('2024-03-12T16:00:00Z'), zone, 7)
  const noon = Date.parse('2024-03-10T16:00:00Z')
  expect(iso(moveDays(noon, -1, spring))).toBe('2024-03-09T17:00:00.000Z')
})
