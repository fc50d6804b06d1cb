import { expect, it } from 'vitest'
import { addressHashesOf, type HashedPlace } from './addressHashes.ts'

const key = Buffer.alloc(32, 1)
const property = {
  address: '12 Demo Street',
  city: 'Sampleton',
  zipCode: '46000',
  parcelId: '14-05',
  lat: 39.7,
  lng: -86.1,
}
const hashes = (place: HashedPlace, tenantId = 'one', by: Buffer = key) => addressHashesOf(by, tenantId, place)
const isSame = (place: HashedPlace, tenantId?: string, by?: Buffer) =>
  hashes(place, tenantId, by).some((hash) => hashes(property).includes(hash))

it('recognizes a property by any one part that is known of it, however it is written', () => {
  expect(isSame({ address: '12 DEMO ST.', zipCode: '46000-1234' })).toBe(true)
  expect(isSame({ address: '12 Demo St, Sampleton, IN 46000' })).toBe(true)
  expect(isSame({ address: '12 demo st', city: 'SAMPLETON' })).toBe(true)
  expect(isSame({ address: '12 Old Demo Hwy', parcelId: ' 14-05 ' })).toBe(true)
  expect(isSame({ address: '12 Old Demo Hwy', lat: 39.7000001, lng: -86.1 })).toBe(true)
})

it('takes no other property for it', () => {
  expect(isSame({ address: '14 Demo Street', city: 'Sampleton', zipCode: '46000', parcelId: '14-05' })).toBe(false)
  expect(isSame({ ...property, address: '12 Demo Street Apt 3' })).toBe(false)
  expect(isSame({ address: '12 Demo Street', city: 'Grove City', zipCode: '46001' })).toBe(false)
  expect(isSame({ address: '12 Demo Street' })).toBe(false)
  expect(isSame(property, 'another tenant')).toBe(false)
  expect(isSame(property, 'one', Buffer.alloc(32, 2))).toBe(false)
})

it('has no hash of a street, of a placeholder or of nothing', () => {
  expect(hashes({ address: 'Demo Street', city: 'Sampleton', parcelId: '14-05' })).toEqual([])
  expect(hashes({ address: '12 Demo Street', parcelId: 'N/A' })).toEqual([])
  expect(hashes({ address: null })).toEqual([])
  expect(hashes(property)).toEqual(Array(4).fill(expect.stringMatching(/^[\da-f]{64}$/)))
})
