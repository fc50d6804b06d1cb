import { expect, it } from 'vitest'
import { otherSpellings } from './spellings.ts'

it.each([
  ['street', ['st']],
  ['st', ['street', 'str', 'strt', 'saint']],
  ['northwest', ['nw']],
  ['12th', ['twelfth']],
  ['mall', []],
  ['oakwood', []],
])('a search for %s also finds %j', (token, others) => {
  expect(otherSpellings(token)).toEqual(others)
})
