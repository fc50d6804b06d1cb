import { parseDoor } from '../addresses/parseDoor.ts'
import { normalizeName } from '../addresses/text.ts'
import type { Point } from '../point.ts'
import type { StreetDoor } from './blockFaces.ts'

/** The door with its place on its street, as its address and city tell it. */
export function toStreetDoor<Door extends Point & { address: string; city: string | null }>(
  door: Door,
): Door & StreetDoor {
  const { street, number } = parseDoor(door.address)
  return { ...door, street, town: normalizeName(door.city ?? ''), ...(number ?? { digits: 0, written: '' }) }
}
