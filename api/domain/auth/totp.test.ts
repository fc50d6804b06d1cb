import { describe, expect, it } from 'vitest'
import { describeTotp, findTotpStep, makeTotpSecret } from './totp.ts'

/** The secret and the codes of RFC 6238, appendix B, of which the last six digits are used. */
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1_000)

describe('the codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('are those of RFC 6238 at %i s', (seconds, code) => {
    expect(findTotpStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('are accepted one step before and after, by their own step', () => {
    const step = Math.floor(1_111_111_109 / 30)
    expect(findTotpStep(secret, '081804', at((step + 1) * 30 + 29))).toBe(step)
    expect(findTotpStep(secret, '081804', at((step - 1) * 30))).toBe(step)
    expect(findTotpStep(secret, '081804', at((step + 2) * 30))).toBeNull()
    expect(findTotpStep(secret, '081804', at((step - 1) * 30 - 1))).toBeNull()
  })

  it.each(['', '28708', '2870820', '２８７０８２', '28708é', 'ABCDEF', ' 287082', '287082\n'])('are not %j', (code) => {
    expect(findTotpStep(secret, code, at(59))).toBeNull()
  })
})

it('the secret has 160 random bits, and the URL names issuer and account', () => {
  const { secret: text, url } = describeTotp(secret, 'riley+x@sample.example')
  expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(url).toBe(
    `otpauth://totp/Porchlight:riley%2Bx%40sample.example?issuer=Porchlight&secret=${text}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(makeTotpSecret()).toHaveLength(20)
  expect(makeTotpSecret()).not.toEqual(makeTotpSecret())
})
