import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { isCommonPassword } from './commonPasswords.ts'

it('the 10,000 commonest of the known passwords with at least six characters are common', () => {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as string[]
  const common = known.filter(isCommonPassword)
  expect(common).toHaveLength(10_000)
  expect(common.filter(({ length }) => length < 6)).toEqual([])
  expect([isCommonPassword('123456'), isCommonPassword('12345')]).toEqual([true, false])
  const last = common.at(-1)!
  expect(known.slice(0, known.indexOf(last)).filter((password) => password.length >= 6)).toEqual(common.slice(0, -1))
})

it('a password is as common in upper case', () => {
  expect([isCommonPassword('QWERTYUIOP'), isCommonPassword('Qwerty porch')]).toEqual([true, false])
})
