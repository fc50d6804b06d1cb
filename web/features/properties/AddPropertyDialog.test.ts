import { expect, it } from 'vitest'
import { draftAt } from './AddPropertyDialog.tsx'

const point = { lat: 39.77, lng: -86.16 }

it('makes a house of the address that was typed, at the point that was tapped', () => {
  expect(draftAt('  12  New Demo Ct Apt 2, Demo Town, IN 00042 ', point)).toMatchObject({
    address: '12 New Demo Ct Apt 2, Demo Town, IN 00042',
    streetNumber: '12',
    streetName: 'New Demo Ct',
    city: 'Demo Town',
    state: 'IN',
    zipCode: '00042',
    parcelId: null,
    ownerName: 'Unknown Owner',
    ...point,
  })
  expect(draftAt('12 New Demo Ct', point)).toMatchObject({ city: null, state: null, zipCode: null })
})

it.each(['', 'New Demo Ct', '12', 'Demo Town, IN 00042'])('needs a number and a street: %j', (typed) => {
  expect(draftAt(typed, point)).toBeUndefined()
})
