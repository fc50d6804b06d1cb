import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { expect, it } from 'vitest'
import { errorCode, errorMessage, RequestError } from './errors.ts'

const errorsWithCode = (code: string) => [{ message: 'Not for you.', extensions: { code } }]

it('prefers the message of the server, from Apollo and from request()', () => {
  expect(errorMessage(new RequestError(errorsWithCode('FORBIDDEN')), 'Failed to save property')).toBe('Not for you.')
  const apollo = new CombinedGraphQLErrors({ errors: errorsWithCode('FORBIDDEN') })
  expect(errorMessage(apollo, 'Failed to save property')).toBe('Not for you.')
  expect(errorCode(apollo)).toBe('FORBIDDEN')
})

it('never shows the message of an internal error', () => {
  expect(errorMessage(new RequestError(errorsWithCode('INTERNAL_SERVER_ERROR')), 'Failed to save property')).toBe(
    'Failed to save property',
  )
})

it('distinguishes a missing response from an error response', () => {
  expect(errorCode(new TypeError('Failed to fetch'))).toBe('NETWORK')
  expect(errorMessage(new TypeError('Failed to fetch'), 'Login failed')).toBe('Login failed')
})

it('treats a 401 without a body as the end of the session', () => {
  const error = new ServerError('Unauthorized', { response: new Response('', { status: 401 }), bodyText: '' })
  expect(errorCode(error)).toBe('UNAUTHENTICATED')
})
