import { boxCorners } from './drawing.ts'
import { type Lot } from './lots.ts'
import { formatOwnerName } from './names.ts'
import { ABSENTEE_FIXTURE } from './fixtures.ts'
import { type Xy, toLngLat } from './ground.ts'
import { type Random, randomInt, randomBetween, createRandom } from './random.ts'

/** A row of `parcels` without its derived columns (street_key, cell). */
export interface TownParcel {
  dataset: 'demo'
  parcel_id: string
  address: string | null
  street_number: number | null
  street_number_to: number | null
  street_name: string | null
  city: string
  state: string
  zip_code: string
  neighborhood: string
  owner_name: string | null
  owner_address: string | null
  lat: number
  lng: number
  outline: { type: 'Polygon'; coordinates: [number, number][][] }
  facts: Record<string, string | number>
}

const RANDOM_STREAM = 2
const OWNER_COUNT = 6400
/** Owners of several houses who live elsewhere. */
const LANDLORD_COUNT = 60

export function createParcel(lot: Lot): TownParcel {
  const { block } = lot
  const random = createRandom(RANDOM_STREAM, block.number * 64 + lot.number)
  const address = formatAddress(lot)
  const [lng, lat] = toLngLat(findMarkerPosition(lot))
  const isAbsentee = address === ABSENTEE_FIXTURE.address
  const owner = isAbsentee
    ? { owner_name: formatOwnerName(ABSENTEE_FIXTURE.owner), owner_address: ABSENTEE_FIXTURE.ownerAddress }
    : pickOwner(lot, address, random)
  return {
    dataset: 'demo',
    parcel_id: `49-00-${String(block.number).padStart(4, '0')}-${String(lot.number).padStart(3, '0')}`,
    address,
    street_number: lot.streetNumber,
    street_number_to: lot.streetNumberTo,
    street_name: address === null ? null : lot.street,
    city: block.city,
    state: 'IN',
    zip_code: block.zipCode,
    neighborhood: block.neighborhood,
    ...owner,
    lat,
    lng,
    outline: { type: 'Polygon', coordinates: [createOutline(lot).map(toLngLat)] },
    facts: createFacts(lot, random),
  }
}

export function formatAddress(lot: Lot): string | null {
  if (lot.streetNumber === null) return null
  const number = lot.streetNumberTo === null ? `${lot.streetNumber}` : `${lot.streetNumber}-${lot.streetNumberTo}`
  return `${number} ${lot.street}`
}

/** The middle of the house, so that its marker is on the roof; for a vacant lot the middle of the lot. */
function findMarkerPosition(lot: Lot): Xy {
  const inwards = Math.sign(lot.back - lot.front)
  if (lot.house === null) return [(lot.west + lot.east) / 2, (lot.front + lot.back) / 2]
  const { house } = lot
  return [(house.west + house.east) / 2, lot.front + inwards * (house.setback + house.depth / 2)]
}

/** The lot's corners as a closed ring, counterclockwise as GeoJSON requires. */
export function createOutline(lot: Lot): Xy[] {
  const { west, east, front, back } = lot
  const ring = boxCorners({ west, east, south: Math.min(front, back), north: Math.max(front, back) })
  return [...ring, ring[0]!]
}

function pickOwner(lot: Lot, address: string | null, random: Random): Pick<TownParcel, 'owner_name' | 'owner_address'> {
  const roll = random()
  const number = LANDLORD_COUNT + 1 + randomInt(random, OWNER_COUNT - LANDLORD_COUNT)
  if (roll < 0.025 && !lot.isFixture) return { owner_name: null, owner_address: null }
  if (roll < 0.1 || address === null || lot.house === null)
    return createPoBoxOwner(1 + randomInt(random, LANDLORD_COUNT))
  if (roll < 0.16) return createPoBoxOwner(number)
  const { city, zipCode } = lot.block
  return { owner_name: formatOwnerName(number), owner_address: `${address}, ${city}, IN ${zipCode}` }
}

function createPoBoxOwner(number: number): { owner_name: string; owner_address: string } {
  const town = number % 3 === 0 ? 'Demo Town' : 'Sampleton'
  return { owner_name: formatOwnerName(number), owner_address: `PO Box ${number % 900}, ${town}, IN` }
}

function createFacts(lot: Lot, random: Random): Record<string, string | number> {
  const area = (lot.east - lot.west) * Math.abs(lot.back - lot.front)
  const acres = Math.round((area / 4046.86) * 1000) / 1000
  if (lot.house === null) return { use: 'Vacant residential', acres }
  const floor = (lot.house.east - lot.house.west) * lot.house.depth * 10.764
  const stories = random() < 0.35 ? 2 : 1
  return {
    use: lot.streetNumberTo === null ? 'Single family' : 'Two family',
    year_built: Math.round(randomBetween(random, 1908, 1998)),
    stories,
    building_sqft: Math.round((floor * stories * 0.86) / 10) * 10,
    acres,
  }
}
