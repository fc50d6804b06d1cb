import { expect, it } from 'vitest'
import { activityLook } from './activityLooks.ts'

it('an event is called as everywhere, or by its own words where nothing is set', () => {
  expect(activityLook('DoorKnocked').label).toBe('Door knocked')
  expect(activityLook('UserSignedIn').label).toBe('Signed in')
  expect(activityLook('SignInRefused').label).toBe('Sign in refused')
})
