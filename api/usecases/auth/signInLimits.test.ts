import { describe, expect, it } from 'vitest'
import { toSignInAttempt } from './signInLimits.ts'

const addressKey = (address: string | null) => toSignInAttempt({ address }, 'x').address.toString('hex')

describe('the address key of a sign-in attempt', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', 'one /64'],
    ['2001:db8::1', '2001:0DB8:0:0:1::', 'one /64 in two spellings'],
    ['::ffff:192.0.2.7', '192.0.2.7', 'one IPv4 address in two spellings'],
  ])('is the same for %s and %s: %s', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other))
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['192.0.2.7', '192.0.2.8'],
    ['192.0.2.7', null],
  ])('differs for %s and %s', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other))
  })

  it('does not contain the address or the email', () => {
    const { account, address } = toSignInAttempt({ address: '192.0.2.7' }, 'casey@sample.example')
    expect([account.length, address.length]).toEqual([32, 32])
    expect(Buffer.concat([account, address]).toString('latin1')).not.toContain('casey')
  })
})
