import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Malformed } from '../domain/errors.ts'
import { assertShallow } from './jsonBody.ts'

const check = (text: string) => assertShallow(Buffer.from(text))

describe('a JSON body', () => {
  it('is refused before it is parsed if it is nested too deeply, whatever follows', () => {
    for (const text of [
      '['.repeat(34),
      '{"a":'.repeat(34),
      `${'['.repeat(34)}${']'.repeat(34)}`,
      `"]" ${'[{"a":'.repeat(17)}`,
    ])
      expect(() => check(text)).toThrow(Malformed)
  })

  it('may have any number of brackets beside each other and in texts', () => {
    for (const text of [
      '['.repeat(33),
      '[],'.repeat(1_000),
      `["${'['.repeat(1_000)}"]`,
      `{"a": "\\"${'{'.repeat(1_000)}"}`,
    ])
      expect(() => check(text)).not.toThrow()
  })

  it('is never refused if it is valid and shallow', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => check(JSON.stringify(value))))
  })
})
