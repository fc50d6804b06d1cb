import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { expect, it } from 'vitest'
import { errorCode, errorMessage, RequestError } from './errors.ts'

const errorsWithCode = (code: string) => [{ message: 'Not for you.', extensions: { code } }]

it('the words of the server are preferred, by the client and without it', () => {
  expect(errorMessage(new RequestError(errorsWithCode('FORBIDDEN')), 'Failed to save property')).toBe('Not for you.')
  const apollo = new CombinedGraphQLErrors({ errors: errorsWithCode('FORBIDDEN') })
  expect(errorMessage(apollo, 'Failed to save property')).toBe('Not for you.')
  expect(errorCode(apollo)).toBe('FORBIDDEN')
})

it('a failure inside the server is never shown in its own words', () => {
  expect(errorMessage(new RequestError(errorsWithCode('INTERNAL_SERVER_ERROR')), 'Failed to save property')).toBe(
    'Failed to save property',
  )
})

it('no answer at all is told from a refusal', () => {
  expect(errorCode(new TypeError('Failed to fetch'))).toBe('NETWORK')
  expect(errorMessage(new TypeError('Failed to fetch'), 'Login failed')).toBe('Login failed')
})

it('a bare 401 ends the session too', () => {
  const error = new ServerError('Unauthorized', { response: new Response('', { status: 401 }), bodyText: '' })
  expect(errorCode(error)).toBe('UNAUTHENTICATED')
})
