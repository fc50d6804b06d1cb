import { expect, it } from 'vitest'
import { makeRecoveryCodes, normalizeRecoveryCode } from './recoveryCodes.ts'

it('makes ten codes that people can read, type in lower case and without hyphens', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    const normalized = code.replaceAll('-', '')
    for (const typed of [code, normalized, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `])
      expect(normalizeRecoveryCode(typed)).toBe(normalized)
  }
})

it.each(['', '123456', 'ABCD-EFGH', 'ABCD-EFGH-IJKL', 'ABCD-EFGH-JKMN-PQRS', 'ＡＢＣＤ-EFGH-JKMN'])(
  'rejects %j',
  (code) => {
    expect(normalizeRecoveryCode(code)).toBeNull()
  },
)
