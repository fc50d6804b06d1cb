import { describe, expect, it } from 'vitest'
import { parcelContext } from './parcelContext.ts'

describe('the parcel context of an address', () => {
  it('names the city for each of the ten mapped states', () => {
    const cities = ['IN', 'CA', 'TX', 'NY', 'FL', 'IL', 'OH', 'AZ', 'PA', 'NC'].map((state) =>
      parcelContext(`12 Sample St, Demo Town, ${state}`),
    )
    expect(cities).toEqual([
      '/us/in/indianapolis',
      '/us/ca/los-angeles',
      '/us/tx/houston',
      '/us/ny/new-york',
      '/us/fl/miami',
      '/us/il/chicago',
      '/us/oh/columbus',
      '/us/az/phoenix',
      '/us/pa/philadelphia',
      '/us/nc/charlotte',
    ])
  })

  it('names only the state where no city is mapped', () => {
    expect(parcelContext('23 Rockwell St, Cambridge, MA')).toBe('/us/ma')
  })

  it('ignores a ZIP code and the country', () => {
    expect(parcelContext('1018 W 12th Demo St, Demo Town, IN 00042')).toBe('/us/in/indianapolis')
    expect(parcelContext('1018 W 12th Demo St, Demo Town, IN 00042-0001, USA')).toBe('/us/in/indianapolis')
    expect(parcelContext('1 Sample Rd, Sampleton, oh, United States')).toBe('/us/oh/columbus')
  })

  it('is undefined if the address does not end with a state', () => {
    expect(parcelContext('1018 W 12th Demo St')).toBeUndefined()
    expect(parcelContext('1018 N Juniper Dr')).toBeUndefined()
    expect(parcelContext('1018 N Juniper Ct')).toBeUndefined()
    expect(parcelContext('')).toBeUndefined()
  })

  it('accepts an uppercase state without a comma', () => {
    expect(parcelContext('1018 W 12th Demo St Demo Town IN')).toBe('/us/in/indianapolis')
  })
})
