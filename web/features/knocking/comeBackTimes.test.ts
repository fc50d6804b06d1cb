import { afterEach, beforeEach, expect, it } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import { comeBackTimes } from './comeBackTimes.ts'

beforeEach(() => setDisplayTimeZone('America/Indiana/Indianapolis'))
afterEach(() => setDisplayTimeZone(undefined))

const offered = (now: string) => comeBackTimes(new Date(now)).map(({ label, at }) => `${label} ${at.toISOString()}`)

it('a visit is offered for this evening, tomorrow, Saturday and in a week', () => {
  // Tuesday, 11 AM in Indianapolis.
  expect(offered('2026-12-01T16:00:00Z')).toEqual([
    'This evening 2026-12-01T23:00:00.000Z',
    'Tomorrow 2026-12-02T23:00:00.000Z',
    'Saturday 2026-12-05T15:00:00.000Z',
    'In a week 2026-12-08T23:00:00.000Z',
  ])
})

it('what is past or said by another name is not offered', () => {
  // Friday, 5 PM: the evening has begun, and Saturday is tomorrow.
  expect(offered('2026-12-04T22:00:00Z')).toEqual([
    'Tomorrow 2026-12-05T23:00:00.000Z',
    'In a week 2026-12-11T23:00:00.000Z',
  ])
  // Sunday, 12:05 AM.
  expect(offered('2026-12-06T05:05:00Z').map((time) => time.split(' 2026')[0])).toEqual([
    'This evening',
    'Tomorrow',
    'Saturday',
    'In a week',
  ])
})

it('a time keeps the clock when the clocks change before it', () => {
  expect(offered('2026-10-27T16:00:00Z').at(-1)).toBe('In a week 2026-11-03T23:00:00.000Z')
})
