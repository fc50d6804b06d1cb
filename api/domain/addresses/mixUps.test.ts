import { expect, it } from 'vitest'
import { recordMixUp, sharedParcelMixUp } from './mixUps.ts'

const place = { city: 'Sampleton', state: 'IN', zipCode: '46000' }
const property = (address: string, lat = 40, parcelId = '14-05') => ({ ...place, address, lat, lng: -86, parcelId })

it.each([
  ['another road number', '1120 County Road 300 E', '1120 County Road 450 N', 'street'],
  ['another house number', '101 Elm St', '117 Elm St', 'number'],
  ['another unit', '370 Tower Ct Unit 2', '370 Tower Ct Unit 1', 'unit'],
  ['the same address in other words', '101 North Elm Street', '101 N Elm St', null],
  ['a range with the number', '103 Elm St', '101-105 Elm St', null],
  ['a record without a unit', '370 Tower Ct Unit 2', '370 Tower Ct', null],
  ['a record without a number', '101 Elm St', 'Elm St', null],
])('tells a parcel record with %s', (_, saved, recorded, reason) => {
  expect(recordMixUp(property(saved), property(recorded, 40.0003))).toBe(reason)
})

it('takes a record far away for that of another house', () => {
  expect(recordMixUp(property('101 Elm St'), property('101 Elm St', 41))).toBe('distance')
})

it.each([
  ['houses far from each other', '101 Elm St', '7 Oak Rd', 40.01, 'street'],
  ['a double house', '101 Elm St', '103 Elm St', 40.0001, null],
  ['units of a building', '370 Tower Ct Unit 2', '370 Tower Ct Unit 1', 40, null],
  ['one house that is saved twice', '101 Elm St', '101 Elm Street', 40.01, null],
])('decides about %s with one parcel id', (_, one, other, lat, reason) => {
  expect(sharedParcelMixUp(property(one), property(other, lat))).toBe(reason)
})
