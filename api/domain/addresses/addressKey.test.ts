import { describe, expect, it } from 'vitest'
import { addressKeyOf, doorOf, type WrittenAddress } from './addressKey.ts'

const keyOf = (address: WrittenAddress) => {
  const { parsed: _, streetParts: __, ...key } = addressKeyOf(address)
  return key
}

describe('the key of an address', () => {
  it.each([
    ['with another spelling of the street', { address: '12 W Demo St' }, { address: '12 West Demo Street' }],
    ['in upper case', { address: '12a Demo St Unit B' }, { address: '12A DEMO ST UNIT B' }],
    [
      'with the city in another place',
      { address: '12 Demo St, Demo Town' },
      { address: '12 Demo St', city: 'DEMO TOWN' },
    ],
    [
      'with the ZIP code in another place',
      { address: '12 Demo St, IN 00042' },
      { address: '12 Demo St', zipCode: '00042' },
    ],
    [
      'with four more digits',
      { address: '12 Demo St', zipCode: '00042' },
      { address: '12 Demo St', zipCode: '00042-1234' },
    ],
    [
      'with an empty field',
      { address: '12 Demo St, Demo Town, IN 00042' },
      { address: '12 Demo St, Demo Town, IN 00042', city: '', zipCode: '' },
    ],
    [
      'with a field that is the same as the address',
      { address: '12 Demo St, Demo Town, IN 00042' },
      { address: '12 Demo St, Demo Town, IN 00042', city: 'Demo Town', zipCode: '00042' },
    ],
  ])('is the same %s', (_how, one, other) => {
    expect(keyOf(other)).toEqual(keyOf(one))
  })

  it.each([
    ['house number', { address: '14 Demo St' }],
    ['unit', { address: '12 Demo St Unit 4' }],
    ['street', { address: '12 Sample St' }],
    ['city', { address: '12 Demo St', city: 'Demo Town' }],
    ['ZIP code', { address: '12 Demo St', zipCode: '00042' }],
  ])('tells another %s apart', (_what, other) => {
    expect(keyOf(other)).not.toEqual(keyOf({ address: '12 Demo St' }))
  })

  it('does not take the number for a part of the street', () => {
    expect(doorOf(addressKeyOf({ address: '1 12th Demo St' }))).not.toBe(
      doorOf(addressKeyOf({ address: '11 2th Demo St' })),
    )
  })

  it('takes the city and ZIP code that are given rather than those in the address', () => {
    const given = keyOf({ address: '12 Demo St, Demo Town, IN 00042', city: 'Sampleton', zipCode: '00043' })
    expect(given).toMatchObject({ city: 'sampleton', zipCode: '00043' })
  })

  it('has no city and ZIP code if they are unknown', () => {
    expect(keyOf({ address: '12 Demo St', city: null })).toMatchObject({ city: '', zipCode: '' })
  })

  it('is missing without a house number, because a street has many houses', () => {
    expect(['Demo St', '12', ''].map((address) => doorOf(addressKeyOf({ address })))).toEqual([null, null, null])
  })
})
