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

it('uses the first part of the address if the street is unknown', () => {
  expect(streetLine({ ...property, streetName: null })).toBe('1031 W 11th Demo St')
})

it('has all numbers of a building, and its unit', () => {
  const fayette = { ...property, address: '34-36 FAYETTE ST, Cambridge', streetNumber: '34', streetName: 'FAYETTE ST' }
  expect(streetLine(fayette)).toBe('34-36 FAYETTE ST')
  expect(streetLine({ ...fayette, address: '34-36 FAYETTE ST Unit 2, Cambridge' })).toBe('34-36 FAYETTE ST Unit 2')
  const apartment = {
    ...property,
    address: '984 W 10th Demo St Apt 2',
    streetNumber: '984',
    streetName: 'W 10th Demo St',
  }
  expect(streetLine(apartment)).toBe('984 W 10th Demo St Apt 2')
  expect(streetLine({ ...property, address: 'No number, W 16th Demo St', streetNumber: '' })).toBe('W 11th Demo St')
})

it('omits missing parts', () => {
  expect(cityLine({ city: null, state: 'IN', zipCode: null })).toBe('IN')
  expect(cityLine({ city: null, state: null, zipCode: null })).toBe('')
})
