import { expect, it } from 'vitest'
import { eventsNoun, formatAmount, formatExactly, formatTotal, isCorrectable, reversedName } from './amounts.ts'

it('a metric that counts events says so, and its events show no amounts', () => {
  expect([formatTotal('LEADS_CREATED', 1412), eventsNoun('LEADS_CREATED', 1412)]).toEqual(['1,412', 'leads'])
  expect([eventsNoun('DOORS_KNOCKED', 1), formatAmount('DOORS_KNOCKED', 1)]).toEqual(['door', null])
})

it('costs and quantities show the contribution of each event', () => {
  expect([formatTotal('TOTAL_COST', 41.2), formatAmount('TOTAL_COST', 0.1001)]).toEqual(['$41.20', '$0.1001'])
  expect([formatAmount('REGRID_LOOKUPS', 3), eventsNoun('TOTAL_COST', 41.2)]).toEqual(['× 3', ''])
})

it('the lines of a receipt are exact, so that they add up', () => {
  expect([formatExactly('TOTAL_COST', 41.2), formatExactly('DOORS_KNOCKED', 1412)]).toEqual(['$41.2000', '1,412'])
})

it('some metrics can be reversed, a knock by undoing it', () => {
  expect([isCorrectable('DOORS_KNOCKED'), isCorrectable('TOTAL_COST')]).toEqual([true, false])
  expect([reversedName('TALKS'), reversedName('LEADS_CREATED')]).toEqual(['Undone', 'Reversed'])
})
