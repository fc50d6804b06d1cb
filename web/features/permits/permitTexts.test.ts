import { expect, it } from 'vitest'
import { describeHours, describeValidity, describeWeekdays } from './permitTexts.ts'

it('names days by ranges', () => {
  expect(
    [
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 7],
      [1, 2, 4],
      [6, 7],
    ].map((weekdays) => describeWeekdays(weekdays)),
  ).toEqual(['Every day', 'Mon–Fri, Sun', 'Mon, Tue, Thu', 'Sat, Sun'])
})

it('says the hours, and the end by the sunset', () => {
  const hours = { weekdays: [1, 2, 3, 4, 5, 6], from: '09:00', to: '20:00', untilSunsetMinutes: null }
  const always = { ...hours, weekdays: [6], from: '00:00', to: '24:00' }
  const described = [
    ...[hours, { ...hours, to: '24:00' }, always, { ...always, untilSunsetMinutes: 30 }],
    ...[
      { ...always, untilSunsetMinutes: 0 },
      { ...always, untilSunsetMinutes: -1 },
    ],
  ].map((each) => describeHours(each))
  expect(described).toEqual([
    'Mon–Sat, 9:00 AM – 8:00 PM',
    'Mon–Sat, 9:00 AM – midnight',
    'Sat, at any hour',
    'Sat, at any hour, until 30 minutes before sunset',
    'Sat, at any hour, until sunset',
    'Sat, at any hour, until 1 minute after sunset',
  ])
})

it('says on which days a permit is valid', () => {
  const validFrom = '2026-10-05'
  expect(describeValidity({ validFrom, validTo: null })).toBe('Valid from Oct 5, 2026')
  expect(describeValidity({ validFrom, validTo: '2026-12-31' })).toBe('Valid from Oct 5, 2026 until Dec 31, 2026')
})
