import type { OutboxItem } from '../../session/outbox/outboxItems.ts'
import { describe, expect, it } from 'vitest'
import {
  besideUsual,
  entriesAround,
  missingToNext,
  onMostDays,
  shareOfDoors,
  targetTitle,
  type BoardEntry,
  type RepTarget,
  withPending,
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
const ranks = (id: string) => entriesAround(board, id).map(({ rank }) => rank)

describe('the rank of today', () => {
  it('is shown with the reps above and below', () => {
    expect(ranks('Jordan Placeholder')).toEqual([2, 3, 4])
    expect(ranks('Avery Sample')).toEqual([1, 2, 3])
    expect(ranks('Morgan Specimen')).toEqual([2, 3, 4])
    expect(ranks('not ranked')).toEqual([1, 2, 3])
    expect(entriesAround(board.slice(0, 1), 'Avery Sample')).toHaveLength(1)
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

describe('a day with actions that were not sent', () => {
  const hour = { hour: 9, doorsKnocked: 2, avgDoorsKnocked: 1 }
  const day = {
    timeZone: 'America/Indiana/Indianapolis',
    user: { id: 'riley' },
    ...{ doorsKnocked: 2, talks: 1, leadsCreated: 0, medianDoorsKnocked: null, medianLeadsCreated: null },
    hours: [hour, { ...hour, hour: 14, doorsKnocked: 0 }],
  }
  const now = new Date('2026-11-18T20:00:00Z')
  const item = (id: string, action: Partial<OutboxItem['action']>): OutboxItem => ({
    action: { id, kind: 'KNOCK', occurredAt: '2026-11-18T19:30:00Z', ...action },
    ...{ title: '1018 W 12th Demo St', seq: 1, outboxName: 'riley', attempts: 0, serverFailures: 0 },
  })
  const knock = (id: string, outcome: 'TALKED' | 'NOBODY_HOME', occurredAt = '2026-11-18T19:30:00Z') =>
    item(id, { occurredAt, knock: { propertyId: 'house', outcome } })
  const withdrawal = (knockId: string) => item(`undo ${knockId}`, { kind: 'WITHDRAWAL', withdrawal: { knockId } })

  it('counts knocks, talks and leads of today in their hours', () => {
    const items = [
      knock('a', 'TALKED'),
      knock('b', 'NOBODY_HOME'),
      knock('yesterday', 'TALKED', '2026-11-18T03:00:00Z'),
      item('lead', { kind: 'LEAD' }),
    ]
    expect(withPending(day, items, now)).toMatchObject({ doorsKnocked: 4, talks: 2, leadsCreated: 1 })
    expect(withPending(day, items, now).hours.map(({ doorsKnocked }) => doorsKnocked)).toEqual([2, 2])
  })

  it('leaves out what was undone, and subtracts what the server has', () => {
    expect(withPending(day, [knock('a', 'TALKED'), withdrawal('a')], now).doorsKnocked).toBe(2)
    expect(withPending(day, [withdrawal('sent before')], now).doorsKnocked).toBe(1)
  })
})
