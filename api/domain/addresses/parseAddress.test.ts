import { describe, expect, it } from 'vitest'
import { addressKeyOf, doorOf } from './addressKey.ts'
import { parseAddress } from './parseAddress.ts'
import { normalizeAddressSpacing } from './text.ts'

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
    ['12 Demo Terrace Ct', ['12', 'Demo Terrace Ct', null, null, null, null]],
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
    expect(parseAddress('1-3 Demo Pl').houseNumber?.last).toBe(3)
    expect(parseAddress('61-63-65 Demo St').houseNumber?.last).toBe(65)
    expect(parseAddress('45-7 Demo Ave').houseNumber?.last).toBeNull()
    expect(parseAddress('12-12 Demo St').houseNumber?.last).toBeNull()
  })

  it.each(['0 Sample Lots Ln', '00 Sample Lots Ln', '0-0 Sample Lots Ln', 'Sample Lots Ln'])(
    'has no key without a house number, which 0 is not: %j',
    (address) => expect(doorOf(addressKeyOf({ address }))).toBeNull(),
  )

  it('has no key if it is longer than any address', () => {
    const keyAt = (length: number) => doorOf(addressKeyOf({ address: `12 Demo St${' x'.repeat(length)}` }))
    expect([keyAt(400), keyAt(600)]).toEqual([expect.stringMatching(/^12[|]demo st/), null])
  })

  it('is looked up with normalized whitespace', () => {
    expect(normalizeAddressSpacing('  1018   W 12th\n Demo St ')).toBe('1018 W 12th Demo St')
  })
})
