import { describe, expect, it } from 'vitest'
import {
  besideUsual,
  entriesAround,
  missingToNext,
  onMostDays,
  shareOfDoors,
  targetTitle,
  withOwnDay,
  type BoardEntry,
  type RepTarget,
} from './repToday.ts'

const entry = (rank: number, fullName: string, leadsCreated: number, doorsKnocked: number): BoardEntry => ({
  rank,
  user: { id: fullName, fullName },
  leadsCreated,
  doorsKnocked,
})
const board = [
  entry(1, 'Avery Sample', 4, 36),
  entry(2, 'Riley Example', 3, 31),
  entry(3, 'Jordan Placeholder', 2, 28),
  entry(4, 'Morgan Specimen', 2, 20),
]
const ranks = (id: string, count = 3) => entriesAround(board, id, count).map(({ rank }) => rank)

describe('the rank of today', () => {
  it('is shown with the reps above and below', () => {
    expect(ranks('Jordan Placeholder')).toEqual([2, 3, 4])
    expect(ranks('Avery Sample')).toEqual([1, 2, 3])
    expect(ranks('Morgan Specimen')).toEqual([2, 3, 4])
    expect(ranks('not ranked')).toEqual([1, 2, 3])
    expect(ranks('Morgan Specimen', 2)).toEqual([3, 4])
    expect(entriesAround(board.slice(0, 1), 'Avery Sample', 3)).toHaveLength(1)
  })

  it('counts the same doors and leads as the day beside it, also those that wait', () => {
    const own = { user: { id: 'Riley Example' }, doorsKnocked: 38, leadsCreated: 5 }
    expect(withOwnDay(board, own).map(({ doorsKnocked, leadsCreated }) => [leadsCreated, doorsKnocked])).toEqual([
      [4, 36],
      [5, 38],
      [2, 28],
      [2, 20],
    ])
  })

  it('says what is missing to the next rep: leads, else doors', () => {
    expect(missingToNext(board, 'Riley Example')).toBe('1 more lead ties Avery')
    expect(missingToNext(board, 'Morgan Specimen')).toBe('8 more doors tie Jordan')
    expect(missingToNext(board, 'Avery Sample')).toBeUndefined()
    expect(missingToNext(board, 'not ranked')).toBeUndefined()
  })
})

it('doors and leads are compared with the median day, talks with the doors', () => {
  expect(besideUsual(31, 28)).toBe('3 above usual')
  expect(besideUsual(28, 28)).toBe('As usual')
  expect(besideUsual(5, 28)).toBe('28 on most days')
  expect(onMostDays(2)).toBe('2 on most days')
  expect([besideUsual(5, null), onMostDays(null), onMostDays(0)]).toEqual([undefined, undefined, undefined])
  expect(shareOfDoors(11, 31)).toBe('35.5% of doors')
  expect(shareOfDoors(0, 0)).toBeUndefined()
})

it('a target is named by its period', () => {
  const november: RepTarget = {
    user: { id: 'riley' },
    period: 'MONTH',
    metric: 'LEADS_CREATED',
    value: 42,
    progress: 28,
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-12-01T05:00:00.000Z',
  }
  const timeZone = 'America/Indiana/Indianapolis'
  expect(targetTitle(november, timeZone)).toBe('November target')
  expect(targetTitle({ ...november, period: 'DAY' }, timeZone)).toBe('Today’s target')
})
