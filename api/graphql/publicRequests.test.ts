import { describe, expect, it } from 'vitest'
import { isPublicRequest } from './publicRequests.ts'

const login = 'mutation { login(email: "a", password: "b") { accessToken } }'

describe('isPublicRequest', () => {
  it.each([
    { query: login },
    { query: 'mutation R { register(email: "a", password: "b", fullName: "c") { message } __typename }' },
    { query: `query Q { me { id } } mutation L ${login.slice(9)}`, operationName: 'L' },
  ])('is true for sign-in and registration: %j', (body) => expect(isPublicRequest(body)).toBe(true))

  it.each([
    undefined,
    [{ query: login }],
    { query: 'mutation { login(' },
    { query: '{ me { id } }' },
    { query: 'mutation { login(email: "a", password: "b") { accessToken } logout { message } }' },
    { query: 'mutation { ...A } fragment A on Mutation { login(email: "a", password: "b") { accessToken } }' },
    { query: `query Q { me { id } } mutation L ${login.slice(9)}`, operationName: 'Q' },
    { query: `query Q { me { id } } mutation L ${login.slice(9)}` },
  ])('is false for any other or additional operation: %j', (body) => expect(isPublicRequest(body)).toBe(false))
})
