import { describe, expect, it } from 'vitest'
import {
  houseKey,
  parseAddress,
  placeKey,
  normalizeStreet,
  streetNumberOf,
  streetSearchTokens,
  normalizeAddressSpacing,
} from './address.ts'

describe('a normalized street', () => {
  it.each([
    ['Rockwell Street', 'rockwell st'],
    ['ROCKWELL ST', 'rockwell st'],
    ['Rockwell  St.', 'rockwell st'],
    ['West 12th Demo Street', 'w 12th demo st'],
    ['W. Twelfth Demo St', 'w 12th demo st'],
    ['Mt Auburn St', 'mt auburn st'],
    ['Mount Auburn Street', 'mt auburn st'],
    ['Saint Demo Ave', 'st demo ave'],
    ["O'Sample Boulevard", 'osample blvd'],
    ['Peña Court', 'pena ct'],
    ['', ''],
  ])('of %j is %j', (street, key) => expect(normalizeStreet(street)).toBe(key))

  it('is found by its tokens and their long forms', () => {
    expect(streetSearchTokens('w 12th demo st')).toEqual(
      expect.arrayContaining(['w', 'west', '12th', 'twelfth', 'demo', 'st', 'street']),
    )
    expect([streetSearchTokens('demo'), streetSearchTokens('')]).toEqual([['demo'], []])
  })
})

describe('the street number', () => {
  it.each([
    ['1018 W 12th Demo St', '1018'],
    [' 1-3 ROCKINGHAM PL', '1'],
    ['2A SHADY HILL SQ', '2'],
    ['Demo Park', ''],
    ['Lot 5', ''],
  ])('of %j is %j', (address, number) => expect(streetNumberOf(address)).toBe(number))
})

describe('an address', () => {
  const parsed = (text: string) => {
    const { number, street, unit, city, state, zipCode } = parseAddress(text)
    return [number, street, unit, city, state, zipCode]
  }

  it.each([
    ['23 Rockwell St', ['23', 'Rockwell St', null, null, null, null]],
    ['1018 W 12th Demo St, Demo Town, IN 00042, USA', ['1018', 'W 12th Demo St', null, 'Demo Town', 'IN', '00042']],
    [
      '1018 W 12th Demo St, Demo Town, Indiana 00042-1234',
      ['1018', 'W 12th Demo St', null, 'Demo Town', 'IN', '00042'],
    ],
    ['1018 W 12th Demo St Demo Town IN 00042', ['1018', 'W 12th Demo St', null, 'Demo Town', 'IN', '00042']],
    ['7 Demo Ave, Demo Town, North Carolina', ['7', 'Demo Ave', null, 'Demo Town', 'NC', null]],
    ['7 Demo Ave Sample City', ['7', 'Demo Ave', null, 'Sample City', null, null]],
    ['7 Demo Ave NW', ['7', 'Demo Ave NW', null, null, null, null]],
    ['7 Demo Ave Apt 4, Demo Town, MA', ['7', 'Demo Ave', 'Apt 4', 'Demo Town', 'MA', null]],
    ['7 Demo Ave, Unit 4B, Demo Town', ['7', 'Demo Ave', 'Unit 4B', 'Demo Town', null, null]],
    ['7 Demo Ave #4', ['7', 'Demo Ave', '#4', null, null, null]],
    ['1-3 ROCKINGHAM PL', ['1-3', 'ROCKINGHAM PL', null, null, null, null]],
    ['101 1/2 INMAN ST', ['101 1/2', 'INMAN ST', null, null, null, null]],
    ['81AR TREMONT ST', ['81AR', 'TREMONT ST', null, null, null, null]],
    ['MT AUBURN ST', ['', 'MT AUBURN ST', null, null, null, null]],
    ['5th Demo Ave', ['', '5th Demo Ave', null, null, null, null]],
    ['12 Demo Ct', ['12', 'Demo Ct', null, null, null, null]],
    ['12 Demo Ct, Demo Town, CT', ['12', 'Demo Ct', null, 'Demo Town', 'CT', null]],
    ['12 Demo St Sampleford CT', ['12', 'Demo St', null, 'Sampleford', 'CT', null]],
    ['12 Court St', ['12', 'Court St', null, null, null, null]],
    ['  12   Demo\tSt ,USA ', ['12', 'Demo St', null, null, null, null]],
    ['10025 Demo Rd', ['10025', 'Demo Rd', null, null, null, null]],
    ['10025', ['10025', '', null, null, null, null]],
    ['7 Demo Ave, Demo Town, 00042', ['7', 'Demo Ave', null, 'Demo Town', null, '00042']],
    ['7 Demo Ave, Demo Town, IN, 00042', ['7', 'Demo Ave', null, 'Demo Town', 'IN', '00042']],
    ['7 Demo Ave Apt 4 Sample City', ['7', 'Demo Ave', 'Apt 4', 'Sample City', null, null]],
    ['7 Demo Ave, Azusa, CA', ['7', 'Demo Ave', null, 'Azusa', 'CA', null]],
    ['7 Demo Ave, Usk, WA', ['7', 'Demo Ave', null, 'Usk', 'WA', null]],
    ['12 W St Clair Ave', ['12', 'W St Clair Ave', null, null, null, null]],
    ['12 Demo Lot Rd', ['12', 'Demo Lot Rd', null, null, null, null]],
    ['12 Maine', ['12', 'Maine', null, null, null, null]],
    ['12 Broadway IN', ['12', 'Broadway', null, null, 'IN', null]],
    ['No number, W 16th Demo St', ['', 'W 16th Demo St', null, null, null, null]],
    ['', ['', '', null, null, null, null]],
  ])('%j is parsed', (text, expected) => expect(parsed(text)).toEqual(expected))

  it.each(['US', 'usa', 'U.S.', 'U.S.A.', 'United States', 'United States of America'])(
    'is in the same town with the country %s after it',
    (country) => {
      expect(parseAddress(`7 Demo Ave, Demo Town, ${country}`)).toEqual(parseAddress('7 Demo Ave, Demo Town'))
    },
  )

  it('has a range only if it is ascending', () => {
    expect(parseAddress('1-3 Demo Pl').streetNumberTo).toBe(3)
    expect(parseAddress('61-63-65 Demo St').streetNumberTo).toBe(65)
    expect(parseAddress('45-7 Demo Ave').streetNumberTo).toBeNull()
    expect(parseAddress('12-12 Demo St').streetNumberTo).toBeNull()
  })

  it('is looked up with normalized whitespace', () => {
    expect(normalizeAddressSpacing('  1018   W 12th\n Demo St ')).toBe('1018 W 12th Demo St')
  })
})

describe('the house of an address', () => {
  it('is the same in every spelling and in every place', () => {
    const spellings = [
      '12A W Demo St Apt B',
      '12a West Demo Street apt b',
      '12A W. DEMO ST, Apt B, Demo Town, IN 00042',
    ]
    expect(new Set(spellings.map(houseKey)).size).toBe(1)
  })

  it('differs by number, street and unit', () => {
    const others = ['12 Demo St', '14 Demo St', '12 Sample St', '12 Demo St Apt 1', '12 Demo St Apt 2', '1 2 Demo St']
    expect(new Set(others.map(houseKey)).size).toBe(others.length)
  })

  it('is unknown without a number or a street', () => {
    expect(['Demo St', '12', ''].map(houseKey)).toEqual([null, null, null])
  })
})

describe('the place of an address', () => {
  it.each([
    ['is its ZIP code', { address: '12 Demo St', city: 'Demo Town', zipCode: ' 00042-1234' }, '00042'],
    ['is the ZIP code in the address', { address: '12 Demo St, Demo Town, IN 00042', city: 'Sampleton' }, '00042'],
    ['is the given ZIP code rather', { address: '12 Demo St, Demo Town, IN 00042', zipCode: '00043' }, '00043'],
    [
      'is the city without a ZIP code',
      { address: '12 Demo St, Sampleton', city: 'DEMO  Town', zipCode: '42' },
      'demo town',
    ],
    ['is the city in the address', { address: '12 Demo St, Demo Town', city: null, zipCode: null }, 'demo town'],
    ['is empty if it is unknown', { address: '12 Demo St' }, ''],
  ])('%s', (_what, house, place) => expect(placeKey(house)).toBe(place))
})
