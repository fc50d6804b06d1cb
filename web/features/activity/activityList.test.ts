import { expect, it } from 'vitest'
import type { ActivityFilter } from '../../gql/graphql.ts'
import { toInputOfQuery } from '../../lists/filters.ts'
import { activityList, describeOtherSpan } from './activityList.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const toFilterOfQuery = (query: string, openedAt: number): ActivityFilter =>
  toInputOfQuery(activityList.filters, query, { openedAt })

it('without filters the log shows the last 7 days', () => {
  expect(toFilterOfQuery('', now)).toEqual({ grouped: true, from: '2026-11-13T15:00:00.000Z' })
})

it('an import is one row, unless events of a type are shown', () => {
  expect(toFilterOfQuery('type=PropertyDeleted&span=all', now)).toEqual({ types: ['PropertyDeleted'] })
  expect(toFilterOfQuery('span=all', now)).toEqual({ grouped: true })
})

it('flagged knocks are found', () => {
  expect(toFilterOfQuery('flagged=true&span=all', now)).toEqual({ flagged: true, grouped: true })
  expect(toFilterOfQuery('flagged=false&span=all', now)).toEqual({ grouped: true })
})

it('a span is days before now, all time, or two dates with the whole last day', () => {
  expect(toFilterOfQuery('type=DoorKnocked&span=1', now)).toEqual({
    types: ['DoorKnocked'],
    from: '2026-11-19T15:00:00.000Z',
  })
  expect(toFilterOfQuery('actor=1&span=all', now)).toEqual({ actorId: '1', grouped: true })
  const { from, to } = toFilterOfQuery('span=2026-11-01..2026-11-02', now)
  expect(Date.parse(to!) - Date.parse(from!)).toBe(48 * 3_600_000)
})

it('a span that does not exist is the default one', () => {
  for (const span of ['soon', '365', '2026-11-02..2026-11-01', '2026-02-30..2026-03-01'])
    expect(toFilterOfQuery(`span=${span}`, now), span).toEqual({ grouped: true, from: '2026-11-13T15:00:00.000Z' })
  expect(describeOtherSpan('soon')).toBeNull()
})

it('only a span of other days is described', () => {
  expect(describeOtherSpan('7')).toBeNull()
  expect(describeOtherSpan('2026-11-01..2026-11-30')).toBe('Nov 1 – Nov 30, 2026')
})
