import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './publicAddress.ts'

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a loopback address', () => {
  it('is of IPv4 or IPv6, not mapped', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true])
    expect(['::ffff:127.0.0.1', '10.0.0.1', 'localhost'].map(isLoopbackAddress)).toEqual([false, false, false])
  })
})
