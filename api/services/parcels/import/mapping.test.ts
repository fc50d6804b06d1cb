import { describe, expect, it } from 'vitest'
import { parseMapping, resolveMapping } from './mapping.ts'
import { commandRemedies } from './remedies.ts'

const resolved = (text: string, ...columns: string[]) => {
  const { mapping, notes } = resolveMapping(parseMapping(text), columns, commandRemedies)
  return { ...Object.fromEntries(mapping), notes }
}

describe('--map', () => {
  it('names columns, joined columns and constants, which may contain commas', () => {
    expect(
      resolved(`apn=PIN, owner=OWNER1, address=NO+STREET, city="Demo Town, North"`, 'PIN', 'OWNER1', 'NO', 'STREET'),
    ).toEqual({
      parcel_id: { columns: ['PIN'] },
      owner_name: { columns: ['OWNER1'] },
      address: { columns: ['NO', 'STREET'] },
      city: { constant: 'Demo Town, North' },
      notes: [],
    })
  })

  it('makes unknown targets facts', () => {
    expect(resolved('parcel_id=ml,year_built=year', 'ml', 'year')).toMatchObject({ year_built: { columns: ['year'] } })
  })

  it('treats a city without quotes as a constant, and reports it', () => {
    expect(resolved('parcel_id=ml,city=Cambridge,state=MA', 'ml', 'year')).toMatchObject({
      city: { constant: 'Cambridge' },
      state: { constant: 'MA' },
      notes: [
        expect.stringContaining("city is 'Cambridge' for every parcel"),
        expect.stringContaining("state is 'MA'"),
      ],
    })
  })

  it.each([
    ['parcel_id=ml,address=SITE_ADR', /address from 'SITE_ADR'.*Nearest: SITE_ADDR, SITE_ADDR2.*in --map/],
    [
      'parcel_id=ml,owner=nothing_like_it',
      /owner_name from 'nothing_like_it'.*The file has: ml, SITE_ADDR, SITE_ADDR2, TOWN/,
    ],
    ['parcel_id=ml,city=TOWNN', /city from 'TOWNN'.*Nearest: TOWN/],
    ['parcel_id=ml,adress=SITE_ADDR', /'adress', which is not a parcel field. Did you mean address\?/],
    ['parcel_id=ml,apn=ml', /fills parcel_id twice/],
    ['address=SITE_ADDR', /the column with the parcel number/],
    ['parcel_id', /not target=column/],
    ['parcel_id=ml,reach_m=SITE_ADDR', /cannot be the name of a fact/],
  ])('refuses %j with a correct example', (text, message) => {
    expect(() => resolved(text, 'ml', 'SITE_ADDR', 'SITE_ADDR2', 'TOWN')).toThrow(message)
  })
})
