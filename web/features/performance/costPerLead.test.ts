import { expect, it } from 'vitest'
import { costPerLead } from './costPerLead.ts'

it('divides the cost by the leads, and has no value without a lead or without a cost', () => {
  expect(costPerLead({ cost: 12, leadsCreated: 8 })).toBe(1.5)
  expect(costPerLead({ cost: 0, leadsCreated: 8 })).toBe(0)
  expect(costPerLead({ cost: 12, leadsCreated: 0 })).toBeNull()
  expect(costPerLead({ cost: null, leadsCreated: 8 })).toBeNull()
})
