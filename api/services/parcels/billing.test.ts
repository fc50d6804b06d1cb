import { expect, it } from 'vitest'
import { createFreeParcels } from './billing.ts'
import type { FreeParcelSource, ParcelRecord } from './parcels.ts'

const recordOf = (source: string) => ({ id: `${source}:1`, source }) as ParcelRecord

const parcelsOf = (source: string) =>
  createFreeParcels({
    search: async () => [recordOf(source), recordOf(source)],
    atPoint: async () => [recordOf(source)],
    byId: async () => recordOf(source),
  } as Partial<FreeParcelSource> as FreeParcelSource)

const billedBy = async (source: string) => {
  const parcels = parcelsOf(source)
  const answers = [
    await parcels.search('1 Sample St'),
    await parcels.atPoint({ lat: 1, lng: 2 }),
    await parcels.byId('1'),
  ]
  return answers.map(({ found, billed }) => [found.length, billed])
}

it('costs nothing to look up parcels that a company imported itself', async () => {
  expect(await billedBy('parcels:Sample County')).toEqual([
    [2, 0],
    [1, 0],
    [1, 0],
  ])
})

it('costs one unit for each record of the demo town, which stands for a provider', async () => {
  expect(await billedBy('parcels:demo')).toEqual([
    [2, 2],
    [1, 1],
    [1, 1],
  ])
})
