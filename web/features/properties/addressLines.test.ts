import { expect, it } from 'vitest'
import { streetLine, cityLine } from './addressLines.ts'

const property = {
  address: '1031 W 11th Demo St, Demo Town, IN 00042',
  streetNumber: '1031',
  streetName: 'W 11th Demo St',
  city: 'Demo Town',
  state: 'IN',
  zipCode: '00042',
}

it('writes an address in two lines', () => {
  expect(streetLine(property)).toBe('1031 W 11th Demo St')
  expect(cityLine(property)).toBe('Demo Town, IN 00042')
})

it('takes the first part of the address where the street is not known by itself', () => {
  expect(streetLine({ ...property, streetName: null })).toBe('1031 W 11th Demo St')
})

it('leaves out what is missing', () => {
  expect(cityLine({ city: null, state: 'IN', zipCode: null })).toBe('IN')
  expect(cityLine({ city: null, state: null, zipCode: null })).toBe('')
})
