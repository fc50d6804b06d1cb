import { expect, it } from 'vitest'
import { actorName } from './actorName.ts'

it('names a person, somebody before they signed in, and the product by itself', () => {
  expect(actorName({ type: 'LeadCreated', actor: { fullName: 'Riley Example' } })).toBe('Riley Example')
  expect(actorName({ type: 'SignInRefused', actor: null })).toBe('Not signed in')
  expect(actorName({ type: 'DataRetentionApplied', actor: null })).toBe('Porchlight')
})
