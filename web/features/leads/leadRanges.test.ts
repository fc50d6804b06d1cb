import { describe, expect, it } from 'vitest'
import { findRow, type LeadRange, type LeadRow, withStatus } from './leadRanges.ts'

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
  ...{ source: null, contactName: null, contactPhone: null },
  value: null,
  tenantName: null,
  rep: null,
  assignedTo: null,
  stage: null,
})
const range = (after: string | null, ...ids: string[]): LeadRange => ({
  after,
  rows: ids.map((id) => row(id)),
  version: 0,
})
const ranges = [range(null, 'a', 'b'), range('B', 'c', 'd'), range('D', 'e')]

describe('a status', () => {
  it('changes in the row of the lead', () => {
    const after = withStatus(ranges, 'd', 'CONTACTED')
    expect(after && findRow(after, 'd')?.status).toBe('CONTACTED')
    expect(after?.[0]).toBe(ranges[0])
    expect(findRow(ranges, 'd')?.status).toBe('NEW')
  })

  it('changes nothing if the lead already has it or is not in the list', () => {
    expect(withStatus(ranges, 'd', 'NEW')).toBeNull()
    expect(withStatus(ranges, 'q', 'CONTACTED')).toBeNull()
  })
})
