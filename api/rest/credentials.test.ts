import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, credentialsOf } from './credentials.ts'

describe('the address of a request', () => {
  const addressFor = (forwarded: string | undefined, proxies: number) =>
    clientAddress(
      {
        headers: { 'x-forwarded-for': forwarded },
        socket: { remoteAddress: '10.0.0.1' },
      } as unknown as IncomingMessage,
      proxies,
    )

  it("is the connection's, whatever the request says, with no proxy of our own in front", () => {
    expect(addressFor('198.51.100.1', 0)).toBe('10.0.0.1')
  })

  it('is what our outermost proxy was called from, and never what the caller wrote before it', () => {
    expect(addressFor('198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7')
    expect(addressFor('198.51.100.1, 203.0.113.7, 10.0.0.9', 2)).toBe('203.0.113.7')
  })

  it("is the connection's where the proxy said nothing", () => {
    expect(addressFor(undefined, 1)).toBe('10.0.0.1')
    expect(addressFor(' , ', 1)).toBe('10.0.0.1')
  })
})

it('a request says who it comes from in three headers, and blanks are none', () => {
  expect(
    credentialsOf({ authorization: 'bearer  a-token', 'x-impersonate-role': 'owner', 'x-tenant-id': 'tenant' }),
  ).toEqual({ token: 'a-token', viewedRole: 'owner', chosenTenantId: 'tenant' })
  expect(credentialsOf({ authorization: 'Basic abc', 'x-tenant-id': '' })).toEqual({
    token: null,
    viewedRole: null,
    chosenTenantId: null,
  })
})
