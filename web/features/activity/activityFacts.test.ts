import { expect, it } from 'vitest'
import { activityFacts, briefFacts } from './activityFacts.ts'

/** The facts of an event as 'Role: Sales Rep'. */
const factsOf = (data: unknown, type = 'LeadCreated') =>
  activityFacts({ type, data }).map(({ label, value }) => `${label}: ${value}`)
const lineOf = (data: unknown, type = 'LeadCreated') => briefFacts({ type, data })

it('shows facts as text and leaves out ids', () => {
  const promoted = { userId: '018d0000-0000-7000-8000-200000000017', from: 'sales_rep', to: 'admin' }
  expect(factsOf(promoted)).toEqual(['Before: Sales Rep', 'After: Admin'])
  expect(lineOf(promoted)).toEqual(['Sales Rep → Admin'])
  expect(factsOf({ fields: ['full_name', 'phone'] })).toEqual(['Changed: full name, phone'])
  expect(factsOf({ fields: ['ownerPhone', 'zipCode'] })).toEqual(['Changed: owner phone, zip code'])
  expect(lineOf({ fields: ['allowNearestDoors'] })).toEqual(['allow nearest doors'])
})

it('shows values as the screens name them, and in a line without the names that they make needless', () => {
  const data = { outcome: 'not_interested', tag: 'storm', priority: 'high', reason: 'Asked twice.' }
  expect(factsOf(data)).toEqual([
    'Reason: Asked twice.',
    'Outcome: Not interested',
    'Type: Storm Damage',
    'Priority: High Priority',
  ])
  expect(lineOf(data)).toEqual(['Reason: Asked twice.', 'Not interested', 'Storm Damage', 'High Priority'])
  expect(lineOf({ from: 'new', to: 'contacted', tag: 'gutter', priority: 'normal' })).toEqual([
    'New → Contacted',
    'Gutter Cleaning',
  ])
  expect(lineOf({ role: 'sales_rep', scope: 'read' })).toEqual(['Sales Rep', 'Read only'])
})

it('says why a sign-in was refused, and keeps the words that somebody wrote', () => {
  const refused = { reason: 'wrong', limitReached: true }
  expect(lineOf(refused, 'SignInRefused')).toEqual(['Reason: Wrong email or password', 'Too many attempts'])
  expect(lineOf({ reason: 'key_ended' }, 'WebhookChanged')).toEqual(['Reason: API key ended'])
  expect(lineOf({ reason: 'wrong' }, 'DoNotKnockLifted')).toEqual(['Reason: wrong'])
})

it('names what was changed, and how', () => {
  expect(lineOf({ name: 'Wants a quote', change: 'created' }, 'OutcomeChanged')).toEqual(['Wants a quote', 'created'])
  expect(factsOf({ change: 'rotated' }, 'WebhookChanged')).toEqual(['Change: rotated'])
})

it('counts what was printed', () => {
  expect(lineOf({ count: 3, format: 'docx' }, 'LettersPrinted')).toEqual(['3 documents', 'DOCX'])
  expect(lineOf({ count: 1 }, 'LabelsPrinted')).toEqual(['1 label'])
})

it('says in words what was wrong with a knock', () => {
  const data = { outcome: 'talked', flags: ['outside_hours', 'no_permit'] }
  const words = 'Outside the hours of the city, No valid permit for the city'
  expect(factsOf(data)).toEqual(['Outcome: Talked', `Warning: ${words}`])
  expect(lineOf(data)).toEqual(['Talked', words])
  expect(lineOf({ flags: ['do_not_knock'] })).toEqual(['Logged where nobody may knock'])
})

it('shows the numbers of an import that are not 0', () => {
  const imported = { importId: 'a', list: 'properties', created: 1_422, updated: 3, skipped: 0, unsure: 0, failed: 0 }
  expect(factsOf(imported)).toEqual(['List: properties', 'Created: 1,422', 'Updated: 3'])
  expect(lineOf(imported)).toEqual(['properties', '1,422 created', '3 updated'])
})

it('leaves out missing facts', () => {
  expect(factsOf({ limitReached: false, reason: 'wrong', from: null })).toEqual(['Reason: wrong'])
  expect(factsOf({ from: '018d0000-0000-7000-8000-100000000001', to: null })).toEqual([])
  expect(factsOf(null)).toEqual([])
})
