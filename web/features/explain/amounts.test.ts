import { expect, it } from 'vitest'
import { amountText, canBeCorrected, shownText, totalText } from './amounts.ts'

it('a figure that counts events is followed by how many of them are shown', () => {
  expect([totalText('LEADS_CREATED', 1412), shownText('LEADS_CREATED', 1412, 1412, false)]).toEqual(['1,412', 'events'])
  expect(shownText('DOORS_KNOCKED', 50, 96, true)).toBe('events, the latest 50 shown')
  expect(shownText('DOORS_KNOCKED', 1, 1, false)).toBe('event')
  expect(amountText('DOORS_KNOCKED', 1)).toBeNull()
})

it('a cost and what is billed by the record say what each event has of it', () => {
  expect([totalText('TOTAL_COST', 41.2), amountText('TOTAL_COST', 0.1001)]).toEqual(['$41.20', '$0.1001'])
  expect(amountText('REGRID_LOOKUPS', 3)).toBe('× 3')
  expect([shownText('TOTAL_COST', 50, 41.2, true), shownText('TOTAL_COST', 12, 1.2, false)]).toEqual([
    'the latest 50 events shown',
    'in 12 events',
  ])
})

it('with what was taken back, each event says whether it adds or takes', () => {
  expect([amountText('LEADS_CREATED', 1, true), amountText('LEADS_CREATED', -1, true)]).toEqual(['+1', '−1'])
  expect(shownText(null, 3, 1, false)).toBe('in 3 events')
  expect([canBeCorrected('DOORS_KNOCKED'), canBeCorrected('TOTAL_COST')]).toEqual([true, false])
})
