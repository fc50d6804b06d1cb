import { tidyAddress } from '../../domain/address.ts'
import { roundedPoint } from '../../domain/point.ts'
import { makeMemory, type MemoryOptions } from '../upstream/memory.ts'
import type { Billed, LookUpOptions, OwnRecords, ParcelRecord, Parcels, ParcelSource } from './parcels.ts'

/** County records change by the week; a team walks a street in an hour. */
const keepForAWhile: MemoryOptions = { keepMs: 3_600_000, most: 5_000 }

/** A paid source: what was fetched is remembered, and only what was fetched is billed, to the one who asked first. */
export function paidParcels(source: ParcelSource, options: MemoryOptions = keepForAWhile): Parcels {
  const memory = makeMemory<ParcelRecord[]>(options)
  const billed = async (key: string, ask: () => Promise<ParcelRecord[]>, look?: LookUpOptions) => {
    const { answer, asked } = await memory.recall(key, ask, look)
    return { found: answer, billed: asked ? answer.length : 0 }
  }
  return {
    search: (address, context, look) =>
      billed(
        `search ${context ?? ''} ${tidyAddress(address).toLowerCase()}`,
        () => source.search(address, context),
        look,
      ),
    // A tenth of a metre apart is the same land.
    atPoint: (point, look) => billed(`point ${roundedPoint(point, 6)}`, () => source.atPoint(point), look),
    byId: (id) => billed(`id ${id}`, async () => listOf(await source.byId(id))),
  }
}

/** Our own records: never remembered, counted as if they were paid for, and shown for nothing. */
export function ownParcels(source: OwnRecords): Parcels {
  return {
    search: async (address, context) => counted(await source.search(address, context)),
    atPoint: async (point) => counted(await source.atPoint(point)),
    byId: async (id) => counted(listOf(await source.byId(id))),
    outlinesAt: (points) => source.outlinesAt(points),
  }
}

function counted(found: ParcelRecord[]): Billed<ParcelRecord[]> {
  return { found, billed: found.length }
}

function listOf(parcel: ParcelRecord | null): ParcelRecord[] {
  return parcel ? [parcel] : []
}
