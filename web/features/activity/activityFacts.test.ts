import { expect, it } from 'vitest'
import { activityFacts } from './activityFacts.ts'

it('shows facts as text and leaves out ids', () => {
  expect(activityFacts({ userId: '018d0000-0000-7000-8000-200000000017', from: 'sales_rep', to: 'admin' })).toEqual([
    'from: Sales Rep',
    'to: Admin',
  ])
  expect(activityFacts({ fields: ['full_name', 'phone'], count: 3 })).toEqual(['fields: full name, phone', 'count: 3'])
  expect(activityFacts({ fields: ['ownerPhone', 'zipCode'] })).toEqual(['fields: owner phone, zip code'])
})

it('shows the numbers of an import that are not 0', () => {
  const imported = { importId: 'a', list: 'properties', created: 422, updated: 3, skipped: 0, unsure: 0, failed: 0 }
  expect(activityFacts(imported)).toEqual(['list: properties', 'created: 422', 'updated: 3'])
})

it('leaves out missing facts', () => {
  expect(activityFacts({ limitReached: false, reason: 'wrong', from: null })).toEqual(['reason: wrong'])
  expect(activityFacts({ from: '018d0000-0000-7000-8000-100000000001', to: null })).toEqual([])
  expect(activityFacts(null)).toEqual([])
})
