import { describe, expect, it } from 'vitest'
import { skipStreet, toRoute } from './route.ts'

const stopAt = (address: string, east: number, north: number) => {
  const [streetNumber, ...words] = address.split(' ')
  return {
    ...{ propertyId: address, address, streetNumber: streetNumber!, streetName: words.join(' '), city: 'Demo Town' },
    ...{ point: { lat: north / 111_320, lng: east / 111_320 }, status: 'NEW' as const },
  }
}
const stops = [
  stopAt('1 Demo St', 0, 0),
  stopAt('3 DEMO STREET', 15, 0),
  stopAt('2 Larch St', 60, 0),
  stopAt('4 Larch St', 75, 0),
]

describe('a route on the phone', () => {
  it('knows how long the rep stays at each door', () => {
    const { minutesAtDoor, stops: doors } = toRoute({ stops, meters: 80, minutes: 13 })
    expect(minutesAtDoor).toBe(3)
    expect(doors[0]).toMatchObject({ id: '1 Demo St', propertyId: '1 Demo St', lat: 0, lng: 0, status: 'NEW' })
    expect(toRoute({ stops: [], meters: 0, minutes: 0 })).toEqual({ stops: [], minutesAtDoor: 2.5 })
  })

  it('goes on in a good order without the street that is skipped, however it is spelled', async () => {
    const route = toRoute({ stops, meters: 80, minutes: 13 })
    const numbers = async (east: number) =>
      (await skipStreet(route, { lat: 0, lng: east / 111_320 })).stops.map(({ address }) => address)
    expect(await numbers(50)).toEqual(['2 Larch St', '4 Larch St'])
    expect(await numbers(90)).toEqual(['4 Larch St', '2 Larch St'])
    expect((await skipStreet(route, null)).minutesAtDoor).toBe(3)
  })
})
