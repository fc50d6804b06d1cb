import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { forgetStoredReads } from './forgetStoredReads.ts'
import { openReads, ReadStore, refuseForgotten, type Door } from './readStore.ts'

const [gone, kept] = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002'] as const
const bounds = { south: 39, west: -87, north: 40, east: -86 }
const doorOf = (id: string): Door => ({
  ...{ id, lat: 39.7, lng: -86.2, streetNumber: '1', streetName: 'Demo St', unit: null, status: 'NEW' },
  ...{ priority: 'NORMAL', lastOutcome: null, lastKnockedAt: null, mine: true, doNotKnock: false, assignedTo: null },
})
afterEach(() => refuseForgotten(new Set()))

it('what mentions a forgotten property is deleted, and is not stored when it is answered later', async () => {
  const store = new ReadStore('Sample Rep')
  const answer = async () => {
    await store.storeResult(`Property {"id":"${gone}"}`, { property: null })
    await store.storeResult('Leads {}', { leads: [{ propertyId: gone }] })
    await store.storeResult(`Property {"id":"${kept}"}`, { property: { id: kept } })
    await store.storeDoors(bounds, [doorOf(gone), doorOf(kept)])
  }
  const read = async () => {
    const results = await (await openReads()).getAll('results')
    const { doors } = await store.doorsIn(bounds)
    return { queries: results.map(({ query }) => query), doors: doors.map(({ id }) => id) }
  }
  await answer()
  expect(await read()).toMatchObject({ queries: { length: 3 }, doors: [gone, kept] })
  const rest = { queries: [`Property {"id":"${kept}"}`], doors: [kept] }
  await forgetStoredReads(new Set([gone]))
  expect(await read()).toEqual(rest)
  await answer()
  expect(await read()).toEqual(rest)
})
