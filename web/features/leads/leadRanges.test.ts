import { describe, expect, it } from 'vitest'
import { type LeadRange, type LeadRow, replaceRange, statusIn, withStatus } from './leadRanges.ts'

const row = (id: string, status: LeadRow['status'] = 'NEW'): LeadRow => ({
  id,
  address: `${id} Test Ln`,
  ownerName: null,
  tag: 'STORM',
  priority: 'NORMAL',
  status,
  version: 1,
  createdAt: '2024-02-02T00:00:00Z',
  updatedAt: '2024-02-02T00:00:00Z',
  followUpAt: null,
  value: null,
  tenantName: null,
  rep: null,
  assignedTo: null,
})
const range = (after: string | null, ...ids: string[]): LeadRange => ({
  after,
  rows: ids.map((id) => row(id)),
  version: 0,
})
const page = (...rows: LeadRow[]) => ({ rows, endCursor: null, hasMore: false })
const idsOf = (ranges: readonly LeadRange[]) => ranges.map(({ rows }) => rows.map(({ id }) => id).join(''))

const ranges = [range(null, 'a', 'b'), range('B', 'c', 'd'), range('D', 'e')]

describe('a range that is read again', () => {
  it('includes new leads at the top, and ends where the next range begins', () => {
    const page1 = page(row('z'), row('a'), row('b'), row('c'), row('d'))
    expect(idsOf(replaceRange(ranges, null, page1, 1))).toEqual(['zab', 'cd', 'e'])
  })

  it('drops leads that left the list, also at its end or at the beginning of the next range', () => {
    expect(idsOf(replaceRange(ranges, null, page(row('a'), row('d'), row('e')), 1))).toEqual(['a', 'cd', 'e'])
    expect(idsOf(replaceRange(ranges, 'B', page(row('e')), 1))).toEqual(['ab', '', 'e'])
  })

  it('includes new leads in its middle, and after the last lead of the list', () => {
    expect(idsOf(replaceRange(ranges, 'B', page(row('c'), row('x'), row('d'), row('e')), 1))).toEqual([
      'ab',
      'cxd',
      'e',
    ])
    expect(idsOf(replaceRange(ranges, 'D', page(row('e'), row('f')), 1))).toEqual(['ab', 'cd', 'ef'])
  })

  it('keeps unchanged rows and the other ranges identical', () => {
    const after = replaceRange(ranges, 'B', page(row('c'), row('d', 'COMPLETED')), 7)
    expect(after[0]).toBe(ranges[0])
    expect(after[1]?.rows[0]).toBe(ranges[1]?.rows[0])
    expect(after[1]).toMatchObject({ version: 7, rows: [{ id: 'c' }, { id: 'd', status: 'COMPLETED' }] })
  })

  it('is ignored if it no longer exists', () => {
    expect(replaceRange(ranges, 'gone', page(row('a')), 1)).toBe(ranges)
  })
})

describe('a status', () => {
  it('changes in the row of the lead', () => {
    const after = withStatus(ranges, 'd', 'CONTACTED')
    expect(after && statusIn(after, 'd')).toBe('CONTACTED')
    expect(after?.[0]).toBe(ranges[0])
    expect(statusIn(ranges, 'd')).toBe('NEW')
  })

  it('changes nothing if the lead already has it or is not in the list', () => {
    expect(withStatus(ranges, 'd', 'NEW')).toBeNull()
    expect(withStatus(ranges, 'q', 'CONTACTED')).toBeNull()
  })
})
