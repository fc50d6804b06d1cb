import { describe, expect, it } from 'vitest'
import { formatAddress, type GeocodeCandidate, isExactMatch, choosePoint, selectCandidate } from './geocode.ts'

const mapPoint = { lat: 39.77, lng: -86.16 }
const parcelPoint = { lat: 39.7701, lng: -86.1601 }

function candidate(fields: Partial<GeocodeCandidate> = {}): GeocodeCandidate {
  const place = { city: 'Demo Town', state: 'IN', zipCode: '00042', neighborhood: null }
  const address = '1018 W 12th Demo St, Demo Town, IN 00042'
  return {
    address,
    streetNumber: '1018',
    street: 'W 12th Demo St',
    ...place,
    type: 'rooftop',
    partial: false,
    point: mapPoint,
    ...fields,
  }
}

describe('the point of a searched address', () => {
  it('is the geocode if it is exact', () => {
    expect(choosePoint(candidate(), parcelPoint, '1018')).toEqual(mapPoint)
  })

  it.each([
    ['interpolated', candidate({ type: 'interpolated' })],
    ['of another number', candidate({ streetNumber: '1016' })],
    ['partial', candidate({ partial: true })],
    ['only the street', candidate({ type: 'street', streetNumber: '', partial: true })],
  ])('is the parcel if the geocode is %s', (_, geocode) => {
    expect(choosePoint(geocode, parcelPoint, '1018')).toEqual(parcelPoint)
    expect(choosePoint(geocode, null, '1018')).toEqual(mapPoint)
  })

  it('is the parcel if there is no geocode, and null if there is no parcel either', () => {
    expect(choosePoint(null, parcelPoint, '1018')).toEqual(parcelPoint)
    expect(choosePoint(null, null, '1018')).toBeNull()
  })
})

describe('the selected candidate', () => {
  it('has the requested number first, then is a rooftop, then is not partial', () => {
    const street = candidate({ type: 'street', streetNumber: '', partial: true })
    const other = candidate({ streetNumber: '1016' })
    const between = candidate({ type: 'interpolated' })
    const partial = candidate({ partial: true })
    expect(selectCandidate([street, other, between, partial, candidate()], '1018')).toBe(4)
    expect(selectCandidate([street, other, between, partial], '1018')).toBe(3)
    expect(selectCandidate([street, other, between], '1018')).toBe(2)
    expect(selectCandidate([street, other], '1018')).toBe(1)
    expect(selectCandidate([], '1018')).toBeNull()
  })

  it('is the first of equals', () => {
    expect(selectCandidate([candidate(), candidate()], '1018')).toBe(0)
    expect(isExactMatch(candidate(), '1018')).toBe(true)
  })
})

describe('an address on one line', () => {
  it('omits missing parts', () => {
    const parts = { address: '1018 W 12th Demo St', city: 'Demo Town', state: 'IN', zipCode: '00042' }
    expect(formatAddress(parts)).toBe('1018 W 12th Demo St, Demo Town, IN 00042')
    expect(formatAddress({ ...parts, city: null, zipCode: null })).toBe('1018 W 12th Demo St, IN')
    expect(formatAddress({ address: null, city: null, state: null, zipCode: null })).toBe('')
  })
})
