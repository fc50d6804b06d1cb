import { expect, it } from 'vitest'
import { makeCode, normalizeCode } from './codes.ts'

it('makes codes that people can read, and type in lower case and without hyphens', () => {
  const codes = Array.from({ length: 100 }, makeCode)
  expect(new Set(codes).size).toBe(100)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    const normalized = code.replaceAll('-', '')
    for (const typed of [code, normalized, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `])
      expect(normalizeCode(typed)).toBe(normalized)
  }
})

it.each(['', '123456', 'ABCD-EFGH', 'ABCD-EFGH-IJKL', 'ABCD-EFGH-JKMN-PQRS', 'ＡＢＣＤ-EFGH-JKMN'])(
  'rejects %j',
  (code) => {
    expect(normalizeCode(code)).toBeNull()
  },
)
