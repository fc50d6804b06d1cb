import { expect, it } from 'vitest'
import { shortAddressOf } from './networks.ts'

it.each([
  ['192.0.2.7', '192.0.2.x'],
  ['::ffff:192.0.2.7', '192.0.2.x'],
  ['2001:db8:1:2::1', '2001:db8:1:x'],
  ['2001:DB8::1', '2001:db8:0:x'],
  ['::1', '0:0:0:x'],
  ['<b>from home</b>', null],
  ['', null],
  [null, null],
])('shows %s as %s', (address, shown) => {
  expect(shortAddressOf(address)).toBe(shown)
})
