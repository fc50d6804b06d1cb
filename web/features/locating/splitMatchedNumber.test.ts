import { expect, it } from 'vitest'
import { splitMatchedNumber } from './splitMatchedNumber.ts'

it('splits a number where the typed one ends', () => {
  expect(splitMatchedNumber('1018', '1018 W')).toEqual({ matched: '1018', rest: '' })
  expect(splitMatchedNumber('10180', '1018 W')).toEqual({ matched: '1018', rest: '0' })
})

it('matches nothing if no number or another number was typed', () => {
  expect(splitMatchedNumber('1018', 'W 11th')).toEqual({ matched: '', rest: '1018' })
  expect(splitMatchedNumber('1018', '1019 W')).toEqual({ matched: '', rest: '1018' })
})
