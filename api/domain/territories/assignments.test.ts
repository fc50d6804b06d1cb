import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import {
  dayBefore,
  isHeldOn,
  parseDay,
  replaceHolders,
  withoutHolder,
  type Assignment,
  type NewHolders,
} from './assignments.ts'

const dayOf = (n: number) => new Date(Date.UTC(2026, 1, 20) + n * 86_400_000).toISOString().slice(0, 10)
const people = ['Riley', 'Sam', 'Kim']
const holders: fc.Arbitrary<NewHolders> = fc
  .record({
    userIds: fc.uniqueArray(fc.constantFrom(...people)),
    from: fc.integer({ min: 0, max: 20 }),
    days: fc.option(fc.integer({ min: 0, max: 10 })),
  })
  .map(({ userIds, from, days }) => ({
    ...{ userIds, from: dayOf(from) },
    to: days === null ? null : dayOf(from + days),
  }))
const holdersOn = (assignments: readonly Assignment[], day: string) =>
  assignments
    .filter((assignment) => isHeldOn(assignment, day))
    .map(({ userId }) => userId)
    .sort()

describe('new holders of a territory', () => {
  it('replace all others from their first day on and change no day before', () => {
    fc.assert(
      fc.property(fc.array(holders, { maxLength: 6 }), holders, (earlier, latest) => {
        const before = earlier.reduce<Assignment[]>(replaceHolders, [])
        const after = replaceHolders(before, latest)
        for (let n = -2; n < 40; n += 1) {
          const day = dayOf(n)
          const isNew = day >= latest.from
          const isOver = latest.to !== null && day > latest.to
          const expected = isNew ? (isOver ? [] : latest.userIds.toSorted()) : holdersOn(before, day)
          expect([day, holdersOn(after, day)]).toEqual([day, expected])
        }
        const keys = after.map(({ userId, from }) => `${userId} ${from}`)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('change nothing if they are the same until the same day', () => {
    const before = [{ userId: 'Riley', from: '2026-03-01', to: null }]
    expect(replaceHolders(before, { userIds: ['Riley'], from: '2026-04-01', to: null })).toEqual(before)
    expect(replaceHolders(before, { userIds: ['Riley', 'Sam'], from: '2026-04-01', to: null })).toEqual([
      ...before,
      { userId: 'Sam', from: '2026-04-01', to: null },
    ])
    expect(replaceHolders(before, { userIds: [], from: '2026-04-01', to: null })).toEqual([
      { userId: 'Riley', from: '2026-03-01', to: '2026-03-31' },
    ])
  })
})

it('of a person end the day before, and change nothing of others and of earlier days', () => {
  fc.assert(
    fc.property(fc.array(holders, { maxLength: 6 }), fc.integer({ min: 0, max: 20 }), (given, last) => {
      const before = given.reduce<Assignment[]>(replaceHolders, [])
      const { after, ended } = withoutHolder(before, 'Riley', dayOf(last))
      for (let n = -2; n < 40; n += 1) {
        const expected = holdersOn(before, dayOf(n)).filter((userId) => n < last || userId !== 'Riley')
        expect([n, holdersOn(after, dayOf(n))]).toEqual([n, expected])
      }
      expect(ended).toEqual(before.filter(({ userId, to }) => userId === 'Riley' && (to === null || to >= dayOf(last))))
    }),
  )
})

it('takes only days that exist', () => {
  expect(parseDay('2028-02-29', 'from')).toBe('2028-02-29')
  expect(dayBefore('2026-03-01')).toBe('2026-02-28')
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '1026-01-01',
    '20260101',
    '2026-1-1',
    '',
    '2026-01-01T00:00:00Z',
  ])
    expect(() => parseDay(text, 'from')).toThrow(Refused)
})
