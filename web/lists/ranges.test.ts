import { describe, expect, it } from 'vitest'
import { appendRange, type Range, replaceRange } from './ranges.ts'

interface Row {
  id: string
  text: string
}

const row = (id: string, text = 'unchanged'): Row => ({ id, text })
const range = (after: string | null, ...ids: string[]): Range<Row> => ({
  after,
  rows: ids.map((id) => row(id)),
  version: 0,
})
const page = (...rows: Row[]) => ({ rows, endCursor: null, hasMore: true })
const keyOf = ({ id }: Row) => id
const replace = (
  before: readonly Range<Row>[],
  after: string | null,
  with_: ReturnType<typeof page>,
  version: number,
) => replaceRange(before, after, with_, version, keyOf)
const idsOf = (ranges: readonly Range<Row>[]) => ranges.map(({ rows }) => rows.map(keyOf).join(''))

const ranges = [range(null, 'a', 'b'), range('B', 'c', 'd'), range('D', 'e')]

describe('a range that is read again', () => {
  it('includes new rows at the top, and ends where the next range begins', () => {
    const page1 = page(row('z'), row('a'), row('b'), row('c'), row('d'))
    expect(idsOf(replace(ranges, null, page1, 1))).toEqual(['zab', 'cd', 'e'])
  })

  it('drops rows that left the list, also at its end or at the beginning of the next range', () => {
    expect(idsOf(replace(ranges, null, page(row('a'), row('d'), row('e')), 1))).toEqual(['a', 'cd', 'e'])
    expect(idsOf(replace(ranges, 'B', page(row('e')), 1))).toEqual(['ab', '', 'e'])
  })

  it('includes new rows in its middle, and after the last row of the list', () => {
    expect(idsOf(replace(ranges, 'B', page(row('c'), row('x'), row('d'), row('e')), 1))).toEqual(['ab', 'cxd', 'e'])
    expect(idsOf(replace(ranges, 'D', page(row('e'), row('f')), 1))).toEqual(['ab', 'cd', 'ef'])
  })

  it('keeps unchanged rows and the other ranges identical', () => {
    const after = replace(ranges, 'B', page(row('c'), row('d', 'changed')), 7)
    expect(after[0]).toBe(ranges[0])
    expect(after[1]?.rows[0]).toBe(ranges[1]?.rows[0])
    expect(after[1]).toMatchObject({ version: 7, rows: [{ id: 'c' }, { id: 'd', text: 'changed' }] })
  })

  it('is ignored if it no longer exists', () => {
    expect(replace(ranges, 'gone', page(row('a')), 1)).toBe(ranges)
  })

  it('ends the list if there are no rows after it', () => {
    const last = { rows: [row('a'), row('b')], endCursor: null, hasMore: false }
    expect(idsOf(replace(ranges, null, last, 1))).toEqual(['ab'])
    const short = { rows: [row('x'), row('a'), row('b')], endCursor: null, hasMore: false }
    expect(idsOf(replace([range(null, 'a', 'b')], null, short, 1))).toEqual(['xab'])
  })
})

it('the next page is appended without duplicating a row that moved to it', () => {
  expect(idsOf(appendRange([range(null, 'a', 'b', 'c')], range('C', 'c', 'd', 'e'), keyOf))).toEqual(['abc', 'de'])
})
