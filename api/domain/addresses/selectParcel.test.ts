import { describe, expect, it } from 'vitest'
import { selectParcel } from './selectParcel.ts'

const parcels = (...addresses: (string | null)[]) => addresses.map((address) => ({ address }))
const matched = (number: string, ...addresses: (string | null)[]) => {
  const street = addresses.some((address) => address?.endsWith('Demo Pl')) ? 'Demo Pl' : 'Demo St'
  const match = selectParcel(parcels(...addresses), { address: `${number} ${street}` })
  return match && [match.parcel.address, match.unconfirmed ? 'unconfirmed' : 'confirmed']
}

describe('the parcel for a house number', () => {
  it('is the one with the exact number, at any position in the results', () => {
    expect(matched('1018', '1014 Demo St', '1016 Demo St', '1018 Demo St')).toEqual(['1018 Demo St', 'confirmed'])
  })

  it('is the one whose range contains the number on the same side of the street', () => {
    expect(matched('3', '1-5 Demo Pl')).toEqual(['1-5 Demo Pl', 'confirmed'])
    expect(matched('5', '1-5 Demo Pl')).toEqual(['1-5 Demo Pl', 'confirmed'])
    expect(matched('4', '1-5 Demo Pl')).toEqual(['1-5 Demo Pl', 'unconfirmed'])
  })

  it('is otherwise the nearest number, unconfirmed', () => {
    expect(matched('1020', '1000 Demo St', '1016 Demo St', '1028 Demo St')).toEqual(['1016 Demo St', 'unconfirmed'])
  })

  it('is as near as the nearest end of its range', () => {
    expect(matched('1001', '1011-1051 Demo St', '1041 Demo St')).toEqual(['1011-1051 Demo St', 'unconfirmed'])
    expect(matched('1061', '1011-1051 Demo St', '1021 Demo St')).toEqual(['1011-1051 Demo St', 'unconfirmed'])
  })

  it('is on the same side of the street if two are equally near', () => {
    expect(matched('1020', '1019 Demo St', '1021 Demo St', '1018 Demo St')).toEqual(['1019 Demo St', 'unconfirmed'])
    expect(matched('1020', '1018 Demo St', '1022 Demo St')).toEqual(['1018 Demo St', 'unconfirmed'])
    expect(matched('1020', '1017 Demo St', '1023 Demo St', '1014 Demo St')).toEqual(['1017 Demo St', 'unconfirmed'])
    expect(matched('1020', '1015 Demo St', '1026 Demo St', '1025 Demo St')).toEqual(['1015 Demo St', 'unconfirmed'])
  })

  it('is never more than 20 numbers away', () => {
    expect(matched('1020', '1040 Demo St')).toEqual(['1040 Demo St', 'unconfirmed'])
    expect(matched('1019', '1040 Demo St')).toBeNull()
    expect(matched('1020', '1041 Demo St')).toBeNull()
  })

  it('is null without a number to compare', () => {
    expect(matched('', '1018 Demo St')).toBeNull()
    expect(matched('1018', null, 'Demo Park')).toBeNull()
    expect(matched('8', null, 'Demo Park')).toBeNull()
    expect(matched('1018')).toBeNull()
  })
})
