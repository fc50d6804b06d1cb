import { expect, it } from 'vitest'
import { activityDisplay } from './activityTypes.ts'

it('labels known events, and humanizes the names of others', () => {
  expect(activityDisplay('DoorKnocked').label).toBe('Door knocked')
  expect(activityDisplay('UserSignedIn').label).toBe('Signed in')
  expect(activityDisplay('ApiKeyCreated').label).toBe('API key created')
  expect(activityDisplay('SignInRefused').label).toBe('Sign in refused')
})
