import { type Lot, createLots } from './lots.ts'
import { type TownParcel, createParcel } from './parcels.ts'
import { BLOCKS } from './plan.ts'

export interface Town {
  lots: Lot[]
  parcels: TownParcel[]
}

/** The demo town, the same to the last digit every time: about 7,000 parcels around 39.77, -86.16. */
export function generateTown(): Town {
  const lots = BLOCKS.flatMap(createLots)
  return { lots, parcels: lots.map(createParcel) }
}
