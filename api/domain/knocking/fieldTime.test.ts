import { expect, it } from 'vitest'
import { clampFieldTime } from './fieldTime.ts'

const now = new Date('2026-03-10T12:00:00Z')

it.each([
  ['a device sent', '2026-03-09T08:00:00Z', '2026-03-09T08:00:00Z'],
  ['a device sent seven days later', '2026-03-03T12:00:00Z', '2026-03-03T12:00:00Z'],
  ['a device sent still later is seven days ago', '2026-02-01T00:00:00Z', '2026-03-03T12:00:00Z'],
  ['a clock that is fast gave is now', '2026-03-10T12:00:01Z', '2026-03-10T12:00:00Z'],
])('the time that %s', (_what, requested, time) => {
  expect(clampFieldTime(new Date(requested), now)).toEqual(new Date(time))
})

it.each([null, undefined])('a time that is missing (%s) is now', (missing) => {
  expect(clampFieldTime(missing, now)).toEqual(now)
})

it('an invalid date is refused', () => {
  expect(() => clampFieldTime(new Date('yesterday'), now)).toThrow(
    expect.objectContaining({ message: 'The time is not a valid date.', fields: { occurred_at: 'Use ISO 8601.' } }),
  )
})
