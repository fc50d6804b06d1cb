import { expect, it } from 'vitest'
import { permitExpiryNotice } from './permitExpiry.ts'

const timeZone = 'America/Indiana/Indianapolis'
const permit = (validFrom: string, validTo: string | null, city = 'Grove City') => ({ city, validFrom, validTo })
const ending = permit('2026-01-01', '2026-12-31')
/** The permit is valid until 2027-01-01T05:00:00Z, the end of its last day in Indianapolis. */
const noticeAt = (now: string, ...others: object[]) =>
  permitExpiryNotice(ending, [ending, ...(others as (typeof ending)[])], new Date(now), timeZone)

it('is told of 30 and 7 days before the end of its last day, where the company is', () => {
  const times = ['2026-12-02T04:59:00Z', '2026-12-02T05:00:00Z', '2026-12-25T04:59:00Z', '2026-12-25T05:00:00Z']
  expect(times.map((now) => noticeAt(now))).toEqual([null, 30, 30, 7])
  expect([noticeAt('2027-01-01T04:59:00Z'), noticeAt('2027-01-01T05:00:00Z')]).toEqual([7, null])
})

it('is not told of if another permit of the city is valid on the day after, or if it is valid for ever', () => {
  const now = '2026-12-20T12:00:00Z'
  expect(noticeAt(now, permit('2027-01-01', null, 'grove  city'))).toBeNull()
  expect(noticeAt(now, permit('2026-12-01', '2027-12-31'))).toBeNull()
  // There is a day without a permit, or the other one ends as soon, or is about another city.
  expect(noticeAt(now, permit('2027-01-02', null))).toBe(30)
  expect(noticeAt(now, permit('2026-06-01', '2026-12-31'))).toBe(30)
  expect(noticeAt(now, permit('2027-01-01', null, 'Elm City'))).toBe(30)
  const forEver = permit('2026-01-01', null)
  expect(permitExpiryNotice(forEver, [forEver], new Date(now), timeZone)).toBeNull()
})
