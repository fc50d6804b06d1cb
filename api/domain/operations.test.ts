import { expect, it } from 'vitest'
import { answersWithSecret } from './operations.ts'

it.each([
  ['Mutation.login', true],
  ['Mutation.createApiKey', true],
  ['Mutation.createLead', false],
  ['Query.login', false],
  [undefined, false],
])('the answer of %s contains a secret: %s', (operation, isSecret) => {
  expect(answersWithSecret(operation)).toBe(isSecret)
})
