import { expect, it } from 'vitest'
import { activityFacts, briefFacts } from './activityFacts.ts'

it('shows facts as text and leaves out ids', () => {
  expect(activityFacts({ userId: '018d0000-0000-7000-8000-200000000017', from: 'sales_rep', to: 'admin' })).toEqual([
    'from: Sales Rep',
    'to: Admin',
  ])
  expect(activityFacts({ fields: ['full_name', 'phone'], count: 3 })).toEqual(['fields: full name, phone', 'count: 3'])
  expect(activityFacts({ fields: ['ownerPhone', 'zipCode'] })).toEqual(['fields: owner phone, zip code'])
  expect(briefFacts({ fields: ['allowNearestDoors'] })).toEqual(['allow nearest doors'])
})

it('shows values as the screens name them, and in a line without the names that they make needless', () => {
  const data = { outcome: 'not_interested', tag: 'storm', priority: 'high', reason: 'wrong' }
  expect(activityFacts(data)).toEqual([
    'reason: wrong',
    'outcome: Not interested',
    'tag: Storm Damage',
    'priority: High Priority',
  ])
  expect(briefFacts(data)).toEqual(['reason: wrong', 'Not interested', 'Storm Damage', 'High Priority'])
  expect(briefFacts({ from: 'new', to: 'contacted', tag: 'gutter', priority: 'normal' })).toEqual([
    'New → Contacted',
    'Gutter Cleaning',
  ])
})

it('says in words what was wrong with a knock', () => {
  const data = { outcome: 'talked', flags: ['outside_hours', 'no_permit'] }
  const words = 'Outside the hours of the city, No valid permit for the city'
  expect(activityFacts(data)).toEqual(['outcome: Talked', `flags: ${words}`])
  expect(briefFacts(data)).toEqual(['Talked', words])
  expect(briefFacts({ flags: ['do_not_knock'] })).toEqual(['Logged where nobody may knock'])
})

it('shows the numbers of an import that are not 0', () => {
  const imported = { importId: 'a', list: 'properties', created: 422, updated: 3, skipped: 0, unsure: 0, failed: 0 }
  expect(activityFacts(imported)).toEqual(['list: properties', 'created: 422', 'updated: 3'])
  expect(briefFacts(imported)).toEqual(['properties', '422 created', '3 updated'])
})

it('leaves out missing facts', () => {
  expect(activityFacts({ limitReached: false, reason: 'wrong', from: null })).toEqual(['reason: wrong'])
  expect(activityFacts({ from: '018d0000-0000-7000-8000-100000000001', to: null })).toEqual([])
  expect(activityFacts(null)).toEqual([])
})
