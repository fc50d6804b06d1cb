import { type Lot, createLots } from './lots.ts'
import { type TownParcel, createParcel } from './parcels.ts'
import { BLOCKS } from './plan.ts'

export interface Town {
  lots: Lot[]
  parcels: TownParcel[]
}

/** Generates the demo town: about 7,000 parcels around 39.77, -86.16, identical on every run. */
export function generateTown(): Town {
  const lots = BLOCKS.flatMap(createLots)
  return { lots, parcels: lots.map(createParcel) }
}
