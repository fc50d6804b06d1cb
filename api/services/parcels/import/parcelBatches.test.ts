import { expect, it } from 'vitest'
import { ParcelBatches } from './parcelBatches.ts'
import type { SourceRecord } from './readFeatures.ts'

const square = (lng: number) => [
  [
    [lng, 40],
    [lng, 40.001],
    [lng + 0.001, 40.001],
    [lng, 40],
  ],
]

async function* records(count: number): AsyncGenerator<SourceRecord[]> {
  for (let first = 1; first <= count; first += 500)
    yield Array.from({ length: 500 }, (_, n) => ({
      number: first + n,
      problem: null,
      location: `Record ${first + n}`,
      values: { pin: `P-${first + n}` },
      geometry: { type: 'Polygon', coordinates: square(-86 + n / 1_000) },
    }))
}

it('parcels are taken before there are many of them, however many a part of a packed file has', async () => {
  const batches = new ParcelBatches()
  const counts: number[] = []
  const take = () => {
    counts.push(batches.take().count)
    return Promise.resolve()
  }
  await batches.read(records(50_000), { mapping: { parcel_id: 'pin' } }, take)
  await take()
  expect(counts).toEqual([20_000, 20_000, 10_000])
  expect(batches.summary()).toEqual({ records: 50_000, bad: 0, reasons: [], withoutGeometry: 0 })
})
