import type { Polygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import type { Door, KnownProperties } from './readStore.ts'
import { routeFrom } from './routeFrom.ts'

const dayStart = Date.parse('2026-12-01T05:00:00Z')
const metersPerDegree = 111_320

const door = (number: number, more: Partial<Door> = {}): Door => ({
  ...{ id: `door-${number}`, streetNumber: `${number}`, streetName: 'Demo St', unit: null },
  ...{
    lat: (number % 2 === 1 ? 10 : -10) / metersPerDegree,
    lng: (15 * Math.floor((number - 1) / 2)) / metersPerDegree,
  },
  ...{ status: 'NEW', priority: 'NORMAL', lastOutcome: null, lastKnockedAt: null, mine: true, assignedTo: null },
  doNotKnock: false,
  ...more,
})
const knocked = (lastOutcome: Door['lastOutcome'], at: string): Partial<Door> => ({ lastOutcome, lastKnockedAt: at })
const yesterday = '2026-11-30T20:00:00Z'
const from = { lat: 10 / metersPerDegree, lng: -5 / metersPerDegree }
const options = { area: null, propertyIds: null, from, limit: 100, dueIds: [], dayStart }

const houseAt = (address: string, { lat, lng }: Door): KnownProperties['houses'][number] => ({
  ...{ address, streetNumber: address.split(' ')[0]!, streetName: 'Demo St', city: 'Demo Town' },
  ...{ state: null, zipCode: null, lat, lng },
})
/** A territory between two distances to the east. */
function areaBetween(...meters: [number, number]): Polygon {
  const [west, east] = meters.map((distance) => distance / metersPerDegree) as [number, number]
  const [south, north] = [-0.001, 0.001]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

const plan = async (
  doors: Door[],
  more: Partial<Parameters<typeof routeFrom>[1]> = {},
  houses: KnownProperties['houses'] = [],
) =>
  (await routeFrom({ doors, houses }, { ...options, ...more })).stops.map(({ streetNumber }) => streetNumber).join(' ')

describe('a walking route from what the phone holds', () => {
  it('goes along one side of the street and back on the other', async () => {
    const doors = [4, 2, 3, 1].map((number) => door(number))
    const route = await routeFrom({ doors, houses: [] }, options)
    expect(route.stops[0]).toEqual({
      ...{ propertyId: 'door-1', address: '1 Demo St', streetNumber: '1', streetName: 'Demo St', city: null },
      ...{ point: { lat: 10 / metersPerDegree, lng: 0 }, status: 'NEW' },
    })
    expect(route.stops.map(({ streetNumber }) => streetNumber).join(' ')).toBe('1 3 4 2')
    expect(route.minutes).toBeCloseTo(4 * 2.5 + route.meters / 80, 5)
  })

  it('has the doors that the server would have', async () => {
    const doors = [
      door(1, knocked('NOBODY_HOME', yesterday)),
      door(3, knocked('NOBODY_HOME', '2026-12-01T15:00:00Z')),
      door(5, { status: 'NOT_INTERESTED', ...knocked('NOT_INTERESTED', yesterday) }),
      door(7, { doNotKnock: true }),
      door(9, knocked('COME_BACK', yesterday)),
      door(11, { mine: false }),
      door(13, { status: 'CONTACTED', ...knocked('TALKED', yesterday) }),
      door(15),
    ]
    expect(await plan(doors)).toBe('1 15')
    expect(await plan(doors, { dueIds: ['door-9', 'door-7'] })).toBe('1 9 15')
    expect(await plan(doors, { dueIds: ['door-9'], limit: 2 })).toBe('1 9')
  })

  it('has the given doors that are open, whoever has saved them', async () => {
    const doors = [door(1, { mine: false }), door(2), door(3, knocked('TALKED', yesterday)), door(5)]
    expect(await plan(doors, { propertyIds: ['door-1', 'door-3', 'door-5', 'door-7'] })).toBe('1 5')
  })

  it('has the doors of a territory, whoever has saved them', async () => {
    const area = areaBetween(-10, 20)
    const doors = [door(1, { mine: false }), door(2), door(3, { mine: false }), door(5)]
    expect(await plan(doors, { area })).toBe('1 3 2')
  })

  it('goes in a territory past houses that are not saved, also those of a number with a letter', async () => {
    const houses = [1, 2, 3, 4, 7].map((number) => houseAt(`${number} Demo St, Demo Town`, door(number)))
    const area = areaBetween(-10, 20)
    const doors = [door(1, knocked('TALKED', yesterday)), door(2, { doNotKnock: true })]
    expect(await plan(doors, { area }, houses)).toBe('3 4')
    expect(await plan(doors, { area, limit: 1 }, houses)).toBe('3')
    expect(await plan([...doors, door(3), door(4)], { area, dueIds: ['door-4'], limit: 1 }, houses)).toBe('4')
    // Only a territory has houses that nobody has saved.
    expect(await plan(doors, { propertyIds: ['door-1'] }, houses)).toBe('')
    expect(await plan(doors, {}, houses)).toBe('')
    const { stops } = await routeFrom({ doors, houses }, { ...options, area })
    expect(stops[0]).toEqual({
      ...{ propertyId: null, address: '3 Demo St, Demo Town', streetNumber: '3', streetName: 'Demo St' },
      ...{ city: 'Demo Town', status: null, point: { lat: 10 / metersPerDegree, lng: 15 / metersPerDegree } },
    })
    // A phone knows the saved number without its letter.
    expect(await plan([door(3)], { area }, [houseAt('3A Demo St, Demo Town', door(3))])).toBe('3')
    expect(await plan([], { area }, [houseAt('3A Demo St, Demo Town', door(3))])).toBe('3A')
  })
})
