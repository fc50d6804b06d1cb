import { expect, it } from 'vitest'
import { describePace, paceOf } from './targetPace.ts'

const timeZone = 'America/Indiana/Indianapolis'
// November 2026 has 21 working days and a change to standard time on the 1st.
const november = {
  period: 'MONTH' as const,
  value: 42,
  from: '2026-11-01T04:00:00.000Z',
  to: '2026-12-01T05:00:00.000Z',
}

it('the pace follows the working days that are over', () => {
  const wednesday = Date.parse('2026-11-18T19:40:00.000Z')
  expect(paceOf(november, wednesday, timeZone)).toEqual({ expected: 24, daysLeft: 9 })
  const saturday = Date.parse('2026-11-21T19:40:00.000Z')
  expect(paceOf(november, saturday, timeZone)).toEqual({ expected: 30, daysLeft: 6 })
})

it('a target of one day has no pace', () => {
  expect(paceOf({ ...november, period: 'DAY' }, Date.now(), timeZone)).toBeNull()
})

it('says ahead, behind or even', () => {
  const pace = { expected: 24, daysLeft: 9 }
  const text = (progress: number) => {
    const { lead, rest } = describePace(pace, progress)
    return `${lead} ${rest}`
  }
  expect([28, 1000, 24, 22].map(text)).toEqual([
    '4 ahead of pace',
    '976 ahead of pace',
    'Even with pace',
    '2 behind pace',
  ])
})
