import { describe, expect, it } from 'vitest'
import { locateFrom } from './locateFrom.ts'
import type { Door, UnsavedProperty } from './readStore.ts'

const METER = 1 / 111_320

const place = (address: string, streetNumber: string, streetName: string, lat: number): UnsavedProperty => ({
  ...{ address, streetNumber, streetName, city: null, state: null, zipCode: null, lat, lng: -86.16 },
})
const first = place('101 Oak St, Demo Town, IN 00042', '101', 'Oak St', 39.77)
const second = place('103 Oak St, Demo Town, IN 00042', '103', 'Oak St', 39.77 + 20 * METER)
const half = place('103 1/2 Oak St, Demo Town, IN 00042', '103', 'Oak St', 39.77 + 40 * METER)
const houses = [first, second, half]
const door = { id: 'saved', streetNumber: '103', streetName: 'Oak St', lat: second.lat, lng: -86.16 } as Door
const tap = (meters: number, doors: Door[] = []) =>
  locateFrom({ doors, houses }, { point: { lat: 39.77 + meters * METER, lng: -86.16 } })
const search = (address: string, doors: Door[] = []) => locateFrom({ doors, houses }, { address })

describe('the house that is meant', () => {
  it('by a tap is the nearest one within 25 meters, saved or not', () => {
    expect(tap(8)).toEqual({ house: first })
    expect(tap(12)).toEqual({ house: second })
    expect(tap(12, [door])).toEqual({ door })
    expect(tap(-24)).toEqual({ house: first })
    expect(tap(-26)).toBeUndefined()
  })

  it.each(['101 Oak St', '  101 oak  st.', '101 Oak St, Demo Town', '101 OAK ST, Demo Town, IN 00042, USA'])(
    'by the address %j is the house with it',
    (address) => expect(search(address)).toEqual({ house: first }),
  )

  it('by an address is the saved house there', () => {
    expect(search('103 Oak St', [door])).toEqual({ door })
    expect(locateFrom({ doors: [door], houses: [] }, { address: '103 Oak St, Demo Town' })).toBeUndefined()
    expect(locateFrom({ doors: [door], houses: [] }, { address: '103 oak st' })).toEqual({ door })
  })

  it.each(['10 Oak St', '101 Oak', '101 Oak St, Sample Town', 'Oak St', '', '105 Oak St'])(
    'by the address %j is none',
    (address) => expect(search(address)).toBeUndefined(),
  )

  describe('in a building', () => {
    const unit = (n: number): UnsavedProperty =>
      place(`105 Oak St Unit ${n}, Demo Town, IN 00042`, '105', 'Oak St', 39.8)
    const units = [unit(1), unit(2), unit(3)]
    const saved = { ...door, id: 'two', streetNumber: '105', lat: 39.8, unit: 'Apt 2' } as Door
    const find = (input: object, doors: Door[] = [saved]) => locateFrom({ doors, houses: units }, input)

    it('is the unit of the address, saved or not', () => {
      expect(find({ address: '105 Oak St #2' })).toEqual({ door: saved })
      expect(find({ address: '105 Oak St Apt 3, Demo Town' })).toEqual({ house: unit(3) })
      expect(find({ address: '105 Oak St' })).toBeUndefined()
      expect(find({ address: '105 Oak St Unit 4' })).toBeUndefined()
    })

    it('is one of its units by a tap, of which each is given once', () => {
      expect(find({ point: { lat: 39.8, lng: -86.16 } })).toEqual({
        units: [{ door: saved }, { house: unit(1) }, { house: unit(3) }],
      })
    })

    it('is any unit for a door that was stored without one', () => {
      const { unit: _, ...before } = saved
      expect(find({ point: { lat: 39.8, lng: -86.16 } }, [before as Door])).toEqual({ door: before })
    })

    it('is not the building that is saved', () => {
      const building = { ...saved, id: 'all', unit: null }
      expect(find({ address: '105 Oak St Unit 1' }, [building])).toEqual({ house: unit(1) })
      expect(find({ address: '105 Oak St' }, [building])).toEqual({ door: building })
    })
  })

  it('is none of several that fit', () => {
    const elsewhere = { ...first, address: '101 Oak St, Sample Town', lat: 40 }
    expect(locateFrom({ doors: [], houses: [first, elsewhere] }, { address: '101 Oak St' })).toBeUndefined()
    expect(locateFrom({ doors: [], houses: [first, elsewhere] }, { address: '101 Oak St, Demo Town' })).toEqual({
      house: first,
    })
  })
})
