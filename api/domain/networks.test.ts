import { describe, expect, it } from 'vitest'
import { networkOf, shortAddressOf } from './networks.ts'

it.each([
  ['192.0.2.7', '192.0.2.x'],
  ['::ffff:192.0.2.7', '192.0.2.x'],
  ['2001:db8:1:2::1', '2001:db8:1:x'],
  ['2001:DB8::1', '2001:db8:0:x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
  ['::1', '0:0:0:x'],
  ['<b>from home</b>', null],
  ['', null],
  [null, null],
])('shows %s as %s', (address, shown) => {
  expect(shortAddressOf(address)).toBe(shown)
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['198.51.100.250', '::FFFF:198.51.100.250'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8::1', '2001:0DB8:0:0::2'],
    ['1::2:3:4:5:6', '1:0:0:2::'],
    ['::1', '::2'],
  ])('is the same for %s and %s', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other))
  })

  it.each([
    ['192.0.2.7', '192.0.2.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['2001:db8::ffff:192.0.2.7', '192.0.2.7'],
    ['1:b::', 'b:1::'],
  ])('differs for %s and %s', (one, other) => {
    expect(networkOf(one)).not.toBe(networkOf(other))
  })

  it('is one for all callers without an address', () => {
    expect([networkOf(null), networkOf('')]).toEqual(['unknown', 'unknown'])
  })
})
