import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, credentialsOf, isTls } from './credentials.ts'

describe('the client address', () => {
  const addressFor = (forwarded: string | undefined, proxies: number) =>
    clientAddress(
      {
        headers: { 'x-forwarded-for': forwarded },
        socket: { remoteAddress: '10.0.0.1' },
      } as unknown as IncomingMessage,
      proxies,
    )

  it('is the address of the connection if there is no trusted proxy, and X-Forwarded-For is ignored', () => {
    expect(addressFor('198.51.100.1', 0)).toBe('10.0.0.1')
  })

  it('is the address that the outermost trusted proxy was called from, and entries before it are ignored', () => {
    expect(addressFor('198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7')
    expect(addressFor('198.51.100.1, 203.0.113.7, 10.0.0.9', 2)).toBe('203.0.113.7')
  })

  it('is at most as long as an address, whatever the proxy passes on', () => {
    expect(addressFor('x'.repeat(10_000), 1)).toBe('x'.repeat(45))
    const longest = '0000:0000:0000:0000:0000:ffff:255.255.255.255'
    expect(addressFor(longest, 1)).toBe(longest)
  })

  it('is the address of the connection if X-Forwarded-For is empty', () => {
    expect(addressFor(undefined, 1)).toBe('10.0.0.1')
    expect(addressFor(' , ', 1)).toBe('10.0.0.1')
  })
})

it('TLS is what the outermost trusted proxy says, and nobody else', () => {
  const isTlsFor = (forwarded: string | undefined, proxies: number) =>
    isTls({ headers: { 'x-forwarded-proto': forwarded } }, proxies)
  expect(isTlsFor('https', 1)).toBe(true)
  expect(isTlsFor('https', 2)).toBe(true)
  expect(isTlsFor('https, http', 2)).toBe(true)
  expect(isTlsFor('https, http', 1)).toBe(false)
  expect(isTlsFor('https', 0)).toBe(false)
  expect(isTlsFor(undefined, 1)).toBe(false)
})

it('credentials are read from four headers, and an empty header is treated as missing', () => {
  expect(
    credentialsOf({
      authorization: 'bearer  a-token',
      'x-impersonate-role': 'owner',
      'x-impersonate-user': 'person',
      'x-tenant-id': 'tenant',
    }),
  ).toEqual({ token: 'a-token', viewedRole: 'owner', viewedUserId: 'person', chosenTenantId: 'tenant' })
  expect(credentialsOf({ authorization: 'Basic abc', 'x-tenant-id': '' })).toEqual({
    token: null,
    viewedRole: null,
    viewedUserId: null,
    chosenTenantId: null,
  })
})
