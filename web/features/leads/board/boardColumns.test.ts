import { describe, expect, it } from 'vitest'
import type { LeadRow } from '../leadRanges.ts'
import { ageOf, boardColumnsOf, orderOf, sectionsOf } from './boardColumns.ts'

const stage = { __typename: 'LeadStage' as const, id: 's1', name: 'Inspection', color: 'PLUM' as const }
const now = new Date('2026-03-04T17:00:00Z')
const zone = 'America/Indiana/Indianapolis'

const byFollowUp = { order: 'FOLLOW_UP', isGrouped: false } as const

const lead = (id: string, followUpAt: string | null, updatedAt = '2026-03-01T00:00:00Z') =>
  ({ id, followUpAt, updatedAt }) as unknown as LeadRow

describe('boardColumnsOf', () => {
  it('has the three statuses without stages', () => {
    expect(boardColumnsOf([]).map(({ name, filter }) => [name, filter])).toEqual([
      ['New', { status: 'NEW' }],
      ['Contacted', { status: 'CONTACTED' }],
      ['Completed', { status: 'COMPLETED' }],
    ])
  })

  it('has the stages after Contacted, which has only the leads without a stage', () => {
    const columns = boardColumnsOf([stage])
    expect(columns.map(({ name }) => name)).toEqual(['New', 'Contacted', 'Inspection', 'Completed'])
    expect(columns[1]!.filter).toEqual({ status: 'CONTACTED', withoutStage: true })
    expect(columns[2]).toMatchObject({
      status: 'CONTACTED',
      stage,
      filter: { stageId: 's1' },
    })
  })
})

describe('sectionsOf', () => {
  const [fresh, , completed] = boardColumnsOf([])

  it('divides by follow-up, with days of the time zone', () => {
    const leads = [
      lead('late', '2026-03-04T16:59:00Z'),
      // 11 PM of the same day in the zone, and the next day in UTC.
      lead('tonight', '2026-03-05T04:00:00Z'),
      lead('tomorrow', '2026-03-05T05:00:00Z'),
      lead('none', null),
    ]
    const found = sectionsOf(fresh!, byFollowUp, leads, now, zone)
    expect(found.map(({ name, isLate, leads: rows }) => [name, isLate, rows.map(({ id }) => id)])).toEqual([
      ['Follow-up overdue', true, ['late']],
      ['Follow-up today', false, ['tonight']],
      ['Later', false, ['tomorrow']],
      ['No follow-up', false, ['none']],
    ])
  })

  it('divides completed leads by their last change, and other orders not at all', () => {
    const leads = [lead('new', null), lead('old', null, '2025-12-01T00:00:00Z')]
    expect(sectionsOf(completed!, byFollowUp, leads, now, zone).map(({ name }) => name)).toEqual([
      'Last 30 days',
      'Earlier',
    ])
    expect(sectionsOf(fresh!, { order: 'VALUE', isGrouped: false }, leads, now, zone)).toEqual([
      { name: '', isLate: false, leads },
    ])
    expect(orderOf(completed!, 'FOLLOW_UP')).toEqual({ field: 'UPDATED_AT', direction: 'DESC' })
  })
})

it('groups by tag in every order, with the tags by name', () => {
  const [fresh] = boardColumnsOf([])
  const leads = [
    { ...lead('one', null), tag: 'STORM' },
    { ...lead('two', null), tag: 'GUTTER' },
    { ...lead('three', null), tag: 'STORM' },
  ] as LeadRow[]
  const sections = sectionsOf(fresh!, { order: 'FOLLOW_UP', isGrouped: true }, leads, now, zone)
  expect(sections.map(({ name, leads: rows }) => [name, rows.map(({ id }) => id)])).toEqual([
    ['Gutter Cleaning', ['two']],
    ['Storm Damage', ['one', 'three']],
  ])
})

it.each([
  ['2026-03-04T16:53:10Z', '6 min'],
  ['2026-03-04T12:00:00Z', '5 h'],
  ['2026-02-18T12:00:00Z', '14 d'],
  // A clock that is ahead.
  ['2026-03-04T17:05:00Z', '0 min'],
])('ageOf(%s) is %s', (since, age) => {
  expect(ageOf(since, now)).toBe(age)
})
