import { expect, it } from 'vitest'
import { activityDisplay } from './activityTypes.ts'

it('an event is called as everywhere, or by its own words where nothing is set', () => {
  expect(activityDisplay('DoorKnocked').label).toBe('Door knocked')
  expect(activityDisplay('UserSignedIn').label).toBe('Signed in')
  expect(activityDisplay('SignInRefused').label).toBe('Sign in refused')
})
