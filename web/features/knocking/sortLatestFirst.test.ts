import { expect, it } from 'vitest'
import { sortLatestFirst } from './sortLatestFirst.ts'

it('sorts by instant, whatever the UTC offsets', () => {
  const knocks = [
    { id: 'early', occurredAt: '2024-02-02T16:12:00-05:00' },
    { id: 'latest', occurredAt: '2024-02-04T12:00:00Z' },
    { id: 'late', occurredAt: '2024-02-02T21:13:00Z' },
  ]
  expect(sortLatestFirst(knocks).map(({ id }) => id)).toEqual(['latest', 'late', 'early'])
})
