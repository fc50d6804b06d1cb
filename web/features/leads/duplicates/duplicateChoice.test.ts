import { describe, expect, it } from 'vitest'
import type { DuplicateLeadFragment } from '../../../gql/graphql.ts'
import { keptByDefault, leftOutByDefault, lossOf, reasonOf } from './duplicateChoice.ts'

const lead = (id: string, values: Partial<DuplicateLeadFragment> = {}): DuplicateLeadFragment => ({
  ...{ id, address: '1018 W 12th Demo St', ownerName: null, tag: 'STORM', priority: 'NORMAL', status: 'NEW' },
  ...{ version: 1, createdAt: '2026-11-20T12:05:00Z', updatedAt: '2026-11-20T12:05:00Z', tenantName: null },
  ...{ followUpAt: null, value: null, source: null, contactName: null, contactPhone: null, rep: null },
  ...{ assignedTo: null, stage: null, property: { id: 'p1', parcelId: '49-00-0142-018' } },
  ...values,
})

describe('the lead that is kept', () => {
  it('is the oldest open one, and a completed job is not merged into it', () => {
    const leads = [lead('today'), lead('before'), lead('done', { status: 'COMPLETED' })]
    expect(keptByDefault(leads).id).toBe('before')
    expect([...leftOutByDefault(leads)]).toEqual(['done'])
  })

  it('is the oldest where all are completed', () => {
    const leads = [lead('later', { status: 'COMPLETED' }), lead('first', { status: 'COMPLETED' })]
    expect(keptByDefault(leads).id).toBe('first')
    expect([...leftOutByDefault(leads)]).toEqual([])
  })
})

it.each([
  ['Same property', { id: 'p1', parcelId: null }],
  ['Same parcel', { id: 'p2', parcelId: '49-00-0142-018' }],
  ['Same address', { id: 'p2', parcelId: null }],
])('%s', (reason, property) => {
  expect(reasonOf(lead('one', { property: property }), lead('kept'))).toBe(reason)
})

it('the confirmation names the lead that is deleted and the values that are lost with it', () => {
  const kept = lead('kept', { contactPhone: '(555) 0100-142', source: 'Referral' })
  const merged = lead('merged', { tag: 'GUTTER', contactPhone: '(555) 0100-143', source: 'Referral', value: 500 })
  const loss = lossOf(merged, kept)
  expect(loss.lead).toMatch(/^Gutter Cleaning, New, Nov 20, 2026, \d+:\d\d [AP]M$/)
  // The kept lead gets the value, because it has none.
  expect(loss.values).toEqual(['type Gutter Cleaning', 'phone (555) 0100-143'])
})
