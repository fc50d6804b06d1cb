import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { WalkingRouteQuery } from '../../gql/graphql.ts'
import { offlineByName } from './offlineAnswers.ts'
import { ReadStore } from './readStore.ts'

it('a route goes past the doors taken for today, also where the map has not been', async () => {
  const store = new ReadStore('Sample Rep')
  const doors = [1, 3, 5].map((number) => ({
    ...{ propertyId: `door-${number}`, address: `${number} Demo St`, streetNumber: `${number}`, streetName: 'Demo St' },
    ...{ point: { lat: 39.7, lng: -86.2 + number / 10_000 }, status: 'NEW' },
  }))
  const plan = async (propertyIds: string[]) => {
    const input = { propertyIds, from: { lat: 39.7, lng: -86.2 } }
    const answer = await offlineByName.get('WalkingRoute')!.answer!(store, { input })
    return (answer?.data as WalkingRouteQuery | undefined)?.walkingRoute.stops.map(({ propertyId }) => propertyId)
  }
  const ids = doors.map(({ propertyId }) => propertyId)
  expect(await plan(ids)).toBeUndefined()
  await store.storeResult('MyDoorsForToday {}', { myDoorsForToday: { doors, until: null, canTake: true } })
  expect(await plan(ids)).toEqual(['door-1', 'door-3', 'door-5'])
  expect(await plan(['door-3', 'unknown'])).toEqual(['door-3'])
  const refused = { status: 'NOT_INTERESTED', priority: 'NORMAL', lastOutcome: 'NOT_INTERESTED' } as const
  const place = { lat: 39.7, lng: -86.2 + 1 / 10_000, streetNumber: '1', streetName: 'Demo St', unit: null }
  const more = { lastKnockedAt: null, mine: true, assignedTo: null, doNotKnock: false }
  await store.storeDoors({ south: 39, west: -87, north: 40, east: -86 }, [
    { id: 'door-1', ...refused, ...place, ...more },
  ])
  // What the map has shown tells more.
  expect(await plan(ids)).toEqual(['door-3', 'door-5'])
})
