import { describe, expect, it } from 'vitest'
import { endOfNextDay, replayDayAt, endOfPreviousDay, momentOfSlider } from './replayDay.ts'

const zone = 'America/Indiana/Indianapolis'
const at = (text: string) => Date.parse(text)
const iso = (moment: number | null) => moment && new Date(moment).toISOString()
const now = at('2024-02-06T20:13:40Z')

describe('the replayed day', () => {
  it('starts at midnight in the time zone of the tenant and ends at the last step before now', () => {
    const day = replayDayAt(now, now, zone)
    expect([iso(day.from), iso(day.last), day.isToday]).toEqual([
      '2024-02-06T05:00:00.000Z',
      '2024-02-06T20:10:00.000Z',
      true,
    ])
  })

  it('ends at its last step when the day is over', () => {
    const day = replayDayAt(at('2024-02-05T17:00:00Z'), now, zone)
    expect([iso(day.last), day.isToday]).toEqual(['2024-02-06T04:55:00.000Z', false])
  })

  it('goes back one day, and forward until today', () => {
    const today = replayDayAt(now, now, zone)
    const before = endOfPreviousDay(today, now, zone)
    expect(iso(before)).toBe('2024-02-06T04:55:00.000Z')
    const twoBefore = endOfPreviousDay(replayDayAt(before, now, zone), now, zone)
    expect(iso(endOfNextDay(replayDayAt(twoBefore, now, zone), now, zone))).toBe('2024-02-06T04:55:00.000Z')
    expect(endOfNextDay(replayDayAt(before, now, zone), now, zone)).toBeNull()
  })

  it('has 23 hours when daylight saving time begins, 25 when it ends', () => {
    const hours = (noon: string) => {
      const { from, last } = replayDayAt(at(noon), at('2025-01-01T00:00:00Z'), zone)
      return (last + 5 * 60_000 - from) / 3_600_000
    }
    expect([hours('2024-03-10T16:00:00Z'), hours('2024-11-03T17:00:00Z')]).toEqual([23, 25])
  })

  it('the right end is live today, and the end of the day on other days', () => {
    const today = replayDayAt(now, now, zone)
    expect(momentOfSlider(today.last, today)).toBeNull()
    expect(momentOfSlider(today.last - 1, today)).toBe(today.last - 1)
    const yesterday = replayDayAt(today.from - 1, now, zone)
    expect(momentOfSlider(yesterday.last, yesterday)).toBe(yesterday.last)
  })
})
