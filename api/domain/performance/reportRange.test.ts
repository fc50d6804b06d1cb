import { describe, expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import { reportRangeOf } from './reportRange.ts'

const zone = 'America/Indiana/Indianapolis'
// Wednesday, 2:40 PM.
const now = new Date('2026-11-18T19:40:00Z')
const range = (input: object, at = now, timeZone = zone) => reportRangeOf({ period: 'month', ...input }, at, timeZone)
const iso = (time: Date) => time.toISOString().slice(0, 16)

describe('the range of a report', () => {
  it('compares a month with the same weekdays four weeks before, up to the same hour', () => {
    const { from, to, unit, steps, compared, comparedUntil } = range({})
    expect([iso(from), iso(to), unit, steps.length]).toEqual(['2026-11-01T04:00', '2026-12-01T05:00', 'day', 30])
    expect(iso(compared.from)).toBe('2026-10-04T04:00')
    // 3 PM in summer time, as the current hour ends at 3 PM.
    expect(iso(comparedUntil)).toBe('2026-10-21T19:00')
    const wednesday = steps[17]!
    expect([iso(wednesday.from), iso(wednesday.compared!.from)]).toEqual(['2026-11-18T05:00', '2026-10-21T04:00'])
    // Four weeks before November 29 is November 1, which belongs to the report itself.
    expect(steps.map(({ compared: before }) => before !== null)).toEqual(steps.map((_, n) => n < 28))
  })

  it('compares a week with the week before, and a day with the day before by hour', () => {
    expect(iso(range({ period: 'week' }).compared.from)).toBe('2026-11-09T05:00')
    const day = range({ period: 'day' })
    expect([day.unit, day.steps.length, iso(day.compared.from), iso(day.comparedUntil)]).toEqual([
      'hour',
      24,
      '2026-11-17T05:00',
      '2026-11-17T20:00',
    ])
  })

  it('has 25 hours on the day on which the clocks go back', () => {
    const { steps } = range({ from: '2026-11-01', to: '2026-11-01' })
    expect(steps).toHaveLength(25)
    const bounds = ({ from, to }: (typeof steps)[number]) => [iso(from), iso(to)]
    expect(bounds(steps[0]!)).toEqual(['2026-11-01T04:00', '2026-11-01T05:00'])
    expect(bounds(steps[24]!)).toEqual(['2026-11-02T04:00', '2026-11-02T05:00'])
  })

  it('compares nothing with the hour that the clocks skipped', () => {
    const { steps } = range({ period: 'day' }, new Date('2026-03-09T12:00:00Z'))
    expect(steps.flatMap(({ compared }, hour) => (compared ? [] : [hour]))).toEqual([2])
    // 1 AM and 3 AM on the day before, which follow each other.
    expect([steps[1]!, steps[3]!].map(({ compared }) => iso(compared!.from))).toEqual([
      '2026-03-08T06:00',
      '2026-03-08T07:00',
    ])
  })

  it('has a day for each of up to 92 days', () => {
    const { unit, steps } = range({ from: '2026-05-01', to: '2026-07-31' })
    expect([unit, steps.length]).toEqual(['day', 92])
    expect(range({ from: '2026-05-01', to: '2026-08-01' }).unit).toBe('week')
  })

  it('lasts up to two years', () => {
    expect(iso(range({ from: '2024-01-01', to: '2025-12-31' }).to)).toBe('2026-01-01T05:00')
  })

  it('has weeks from Monday for more than 92 days, and compares with whole weeks', () => {
    const { unit, steps, compared, comparedUntil } = range({ from: '2026-05-01', to: '2026-08-31' })
    expect([unit, steps.length]).toEqual(['week', 19])
    expect(steps.slice(0, 2).map((step) => iso(step.from))).toEqual(['2026-05-01T04:00', '2026-05-04T04:00'])
    expect(iso(steps.at(-1)!.from)).toBe('2026-08-31T04:00')
    // 123 days are 18 weeks at most.
    expect(iso(compared.from)).toBe('2025-12-26T05:00')
    expect(comparedUntil).toEqual(compared.to)
  })

  it('starts on a whole UTC hour in a half-hour time zone', () => {
    const { from, compared } = range({ period: 'week' }, now, 'Asia/Kolkata')
    expect([iso(from), iso(compared.from)]).toEqual(['2026-11-15T19:00', '2026-11-08T19:00'])
  })

  it('compares nothing of a range in the future', () => {
    const { compared, comparedUntil } = range({ from: '2027-01-01', to: '2027-01-07' })
    expect(comparedUntil).toEqual(compared.from)
  })

  const noDay = 'Give both days as YYYY-MM-DD.'
  const tooLong = 'A report covers at most two years.'
  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, noDay, { from: noDay }],
    [{ from: '2026-12-01', to: '2026-13-01' }, noDay, { to: noDay }],
    [{ from: '2026-03-02' }, noDay, { to: noDay }],
    [{ to: '2026-03-02' }, noDay, { from: noDay }],
    [{ from: '03/01/2026', to: '03/02/2026' }, noDay, { from: noDay }],
    [{ from: '12026-03-01', to: '2026-03-02' }, noDay, { from: noDay }],
    [{ from: '2026-03-01', to: '2026-03-02T12:00' }, noDay, { to: noDay }],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'The last day is before the first.', { to: 'Not before `from`' }],
    [{ from: '2024-01-01', to: '2026-01-01' }, tooLong, { from: 'At most two years before `to`' }],
  ])('refuses %j', (days, message, fields) => {
    expect(() => range(days)).toThrow(expect.objectContaining({ name: Refused.name, message, fields }))
  })

  it('refuses a day that a time zone skipped', () => {
    // Samoa went from December 29 to 31 when it crossed the date line.
    expect(() => range({ from: '2011-12-30', to: '2012-01-05' }, now, 'Pacific/Apia')).toThrow(noDay)
  })
})
