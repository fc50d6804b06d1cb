import { readFileSync } from 'node:fs'
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { parseDoor } from '../api/domain/addresses/parseDoor.ts'
import type { StreetDoor } from '../api/domain/blockFaces/blockFaces.ts'
import type { Point } from '../api/domain/point.ts'

/** The doors of a real county: of BENCH_PARCELS, a GeoJSON file of parcels with an `address`. Null if it is not set. */
export function readCountyDoors(): StreetDoor[] | null {
  const file = process.env['BENCH_PARCELS']
  return file ? readDoors(file) : null
}

function readDoors(file: string): StreetDoor[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as FeatureCollection<
    Polygon | MultiPolygon,
    { address: string | null }
  >
  const byAddress = new Map(
    features.flatMap(({ geometry, properties: { address } }) =>
      address ? [[address, { address, ...middleOf(geometry) }] as const] : [],
    ),
  )
  return [...byAddress.values()].flatMap(({ address, ...point }) => {
    const { street, number } = parseDoor(address)
    return number ? [{ ...point, ...number, street, town: '' }] : []
  })
}

function middleOf(shape: Polygon | MultiPolygon): Point {
  const ring = (shape.type === 'Polygon' ? shape.coordinates : shape.coordinates[0]!)[0]!.slice(1)
  const mean = (axis: 0 | 1) => ring.reduce((sum, position) => sum + position[axis]!, 0) / ring.length
  return { lat: mean(1), lng: mean(0) }
}
