import { expect, it } from 'vitest'
import { compareCosts, comparedSpan, costPerLead } from './costPerLead.ts'

it('divides the cost by the leads, and has no value without a lead or without a cost', () => {
  expect(costPerLead({ cost: 12, leadsCreated: 8 })).toBe(1.5)
  expect(costPerLead({ cost: 0, leadsCreated: 8 })).toBe(0)
  expect(costPerLead({ cost: 12, leadsCreated: 0 })).toBeNull()
  expect(costPerLead({ cost: null, leadsCreated: 8 })).toBeNull()
})

it('says what a lead cost, and what one cost before', () => {
  const [now, before] = [
    { cost: 6, leadsCreated: 12 },
    { cost: 0.2, leadsCreated: 1 },
  ]
  expect(compareCosts(now, before)).toBe('12 leads, $0.50 each. Before: 1 lead, $0.20 each.')
  expect(compareCosts({ cost: 6, leadsCreated: 0 }, null)).toBe('0 leads')
})

it('compares a step with a time of its length, and one that goes on up to the same hour', () => {
  const trend = { comparedTo: '2026-06-01T15:00:00.000Z' }
  const span = (from: string) => comparedSpan(trend, from, '2026-06-08T00:00:00.000Z', '2026-06-09T00:00:00.000Z')
  expect(span('2026-05-30T00:00:00.000Z').to).toBe('2026-05-31T00:00:00.000Z')
  expect(span('2026-06-01T00:00:00.000Z')).toEqual({ from: '2026-06-01T00:00:00.000Z', to: trend.comparedTo })
})
