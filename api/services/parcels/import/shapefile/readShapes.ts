import type { Geometry, Position } from 'geojson'
import { Refused } from '../../../../domain/errors.ts'
import { arrangeRings } from './arrangeRings.ts'
import type { ByteReader } from './byteReader.ts'

/** Degrees of longitude and latitude for the coordinates of a file. Throws `Refused` for coordinates without degrees. */
export type ToDegrees = (x: number, y: number) => Position

const headerBytes = 100
const nullShape = 0
const pointTypes: ReadonlySet<number> = new Set([1, 11, 21])
const polygonTypes: ReadonlySet<number> = new Set([5, 15, 25])
const otherTypes: Record<number, string> = {
  3: 'lines',
  8: 'groups of points',
  13: 'lines',
  18: 'groups of points',
  23: 'lines',
  28: 'groups of points',
  31: 'three-dimensional surfaces',
}
/** Enough for 250,000 corners with heights and measures; the largest outline of a county has a tenth of that. */
const maxShapeBytes = 8 * 1024 * 1024
/** The land of a city's streets is sometimes one parcel, with a hole for each block. */
const maxRings = 10_000

/** Reads the shapes of a .shp file one by one, as bytes. */
export class ShapeReader {
  readonly #reader: ByteReader
  readonly #type: number
  #left: number

  private constructor(reader: ByteReader, type: number, left: number) {
    this.#reader = reader
    this.#type = type
    this.#left = left
  }

  /** Reads the header. `size` is the length of the file. Throws `Refused` if it has no parcels. */
  static async open(reader: ByteReader, size: number): Promise<ShapeReader> {
    const header = await reader.read(headerBytes)
    if (header.length < headerBytes || header.readInt32BE(0) !== 9994) throw damaged()
    const length = header.readInt32BE(24) * 2
    if (length < headerBytes || length > size) throw damaged()
    const type = header.readInt32LE(32)
    if (!pointTypes.has(type) && !polygonTypes.has(type) && type !== nullShape)
      throw new Refused(
        `The shapefile has ${otherTypes[type] ?? 'shapes of an unknown type'}, not the outlines of parcels. Choose the county's layer of parcels.`,
      )
    return new ShapeReader(reader, type, length - headerBytes)
  }

  /** The bytes of the next shape, valid until the next call; null at the end. Throws `Refused` if the file is damaged. */
  async next(): Promise<Buffer | null> {
    if (this.#left === 0) return null
    const header = await this.#reader.read(8)
    if (header.length < 8) throw damaged()
    const length = header.readInt32BE(4) * 2
    this.#left -= 8 + length
    if (length < 4 || this.#left < 0) throw damaged()
    if (length > maxShapeBytes) throw new Refused('The .shp file has a shape with more corners than a parcel can have.')
    const shape = await this.#reader.read(length)
    if (shape.length < length) throw damaged()
    const type = shape.readInt32LE(0)
    if (type !== this.#type && type !== nullShape) throw damaged()
    return shape
  }
}

const damaged = () => new Refused('The .shp file is truncated or damaged. Download the county again.')

/** The GeoJSON of a shape; null for one without a place. Throws `Refused` without the record's location if it is damaged. */
export function decodeShape(shape: Buffer, toDegrees: ToDegrees): Geometry | null {
  const type = shape.readInt32LE(0)
  if (type === nullShape) return null
  if (!pointTypes.has(type)) return decodePolygon(shape, toDegrees)
  if (shape.length < 20) throw damagedShape()
  return { type: 'Point', coordinates: positionAt(shape, 4, toDegrees) }
}

const damagedShape = () => new Refused('its shape is damaged')

function decodePolygon(shape: Buffer, toDegrees: ToDegrees): Geometry | null {
  if (shape.length < 44) throw damagedShape()
  const [ringCount, pointCount] = [shape.readInt32LE(36), shape.readInt32LE(40)]
  if (ringCount === 0 && pointCount === 0) return null
  const pointsAt = 44 + 4 * ringCount
  if (ringCount < 1 || pointCount < 1 || pointsAt + 16 * pointCount > shape.length) throw damagedShape()
  if (ringCount > maxRings) throw new Refused('its outline has more parts than a parcel can have')
  const startOf = (ring: number) => (ring === ringCount ? pointCount : shape.readInt32LE(44 + 4 * ring))
  const rings: Position[][] = []
  for (let ring = 0; ring < ringCount; ring += 1) {
    const [start, end] = [startOf(ring), startOf(ring + 1)]
    if (start < 0 || (ring === 0 && start > 0) || end <= start || end > pointCount) throw damagedShape()
    const positions: Position[] = []
    for (let point = start; point < end; point += 1) positions.push(positionAt(shape, pointsAt + 16 * point, toDegrees))
    rings.push(positions)
  }
  const polygons = arrangeRings(rings)
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }
}

function positionAt(shape: Buffer, at: number, toDegrees: ToDegrees): Position {
  const [x, y] = [shape.readDoubleLE(at), shape.readDoubleLE(at + 8)]
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Refused('its shape has a coordinate that is no number')
  return toDegrees(x, y)
}
