import { expect, it } from 'vitest'
import { formatAmount, isCorrectable, formatEventCount, formatTotal } from './amounts.ts'

it('a metric that counts events shows how many are listed', () => {
  expect([formatTotal('LEADS_CREATED', 1412), formatEventCount('LEADS_CREATED', 1412, 1412, false)]).toEqual([
    '1,412',
    'events',
  ])
  expect(formatEventCount('DOORS_KNOCKED', 50, 96, true)).toBe('events, the latest 50 shown')
  expect(formatEventCount('DOORS_KNOCKED', 1, 1, false)).toBe('event')
  expect(formatAmount('DOORS_KNOCKED', 1)).toBeNull()
})

it('costs and quantities show the contribution of each event', () => {
  expect([formatTotal('TOTAL_COST', 41.2), formatAmount('TOTAL_COST', 0.1001)]).toEqual(['$41.20', '$0.1001'])
  expect(formatAmount('REGRID_LOOKUPS', 3)).toBe('× 3')
  expect([formatEventCount('TOTAL_COST', 50, 41.2, true), formatEventCount('TOTAL_COST', 12, 1.2, false)]).toEqual([
    'the latest 50 events shown',
    'in 12 events',
  ])
})

it('with reversed events, each event shows whether it adds or subtracts', () => {
  expect([formatAmount('LEADS_CREATED', 1, true), formatAmount('LEADS_CREATED', -1, true)]).toEqual(['+1', '−1'])
  expect(formatEventCount(null, 3, 1, false)).toBe('in 3 events')
  expect([isCorrectable('DOORS_KNOCKED'), isCorrectable('TOTAL_COST')]).toEqual([true, false])
})
