import { PbfWriter } from 'pbf'
import { MAX_ZOOM_EXTENT, MAX_ZOOM, type FeatureGroup, type GeometryKind, type LayerName, LAYERS } from './drawing.ts'

/** The shapes of a group that one tile contains. */
export interface GroupSlice {
  group: FeatureGroup
  shapes: Int32Array[]
}

const GEOMETRY_TYPES = { point: 1, line: 2, polygon: 3 }
const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 15

/**
 * Encodes one vector tile (Mapbox Vector Tile 2.1, not compressed), with one layer for each layer name of the slices. A
 * library would clip and project the shapes again for every zoom; here they are whole numbers already and need no
 * clipping.
 */
export function encodeTile(zoom: number, column: number, row: number, slices: GroupSlice[]): Uint8Array {
  const extent = zoom === MAX_ZOOM ? MAX_ZOOM_EXTENT : MAX_ZOOM_EXTENT / 2
  // Shifts from units of the highest zoom to units of this tile.
  const shift = MAX_ZOOM - zoom + (extent === MAX_ZOOM_EXTENT ? 0 : 1)
  const frame = { shift, x: column * extent, y: row * extent }
  const tile = new PbfWriter()
  for (const [name, layerSlices] of Map.groupBy(slices, (slice) => slice.group.layer)) {
    tile.writeMessage(3, writeLayer, { name, slices: layerSlices, extent, frame })
  }
  return tile.finish()
}

interface Layer {
  name: LayerName
  slices: GroupSlice[]
  extent: number
  frame: Frame
}

function writeLayer({ name, slices, extent, frame }: Layer, layer: PbfWriter): void {
  layer.writeStringField(1, name)
  const { kind } = LAYERS[name]
  const keys: string[] = []
  const values: (string | number)[] = []
  for (const { group, shapes } of slices) {
    const tags = Object.entries(group.properties).flatMap(([key, value]) => [
      indexOrAppend(keys, key),
      indexOrAppend(values, value),
    ])
    // The map decides for a whole feature whether it shows the number, so houses of two streets must not share one.
    for (const together of name === 'number' ? shapes.map((shape) => [shape]) : [shapes]) {
      const geometry = encodeShapes(together, kind, frame)
      if (geometry.length > 0) layer.writeMessage(2, writeFeature, { tags, type: GEOMETRY_TYPES[kind], geometry })
    }
  }
  for (const key of keys) layer.writeStringField(3, key)
  for (const value of values) layer.writeMessage(4, writeValue, value)
  layer.writeVarintField(5, extent)
  layer.writeVarintField(15, 2)
}

function indexOrAppend<Item>(items: Item[], item: Item): number {
  const index = items.indexOf(item)
  return index >= 0 ? index : items.push(item) - 1
}

function writeFeature(
  { tags, type, geometry }: { tags: number[]; type: number; geometry: number[] },
  feature: PbfWriter,
): void {
  feature.writePackedVarint(2, tags)
  feature.writeVarintField(3, type)
  feature.writePackedVarint(4, geometry)
}

function writeValue(value: string | number, writer: PbfWriter): void {
  if (typeof value === 'string') writer.writeStringField(1, value)
  else if (Number.isInteger(value) && value >= 0) writer.writeVarintField(5, value)
  else writer.writeDoubleField(3, value)
}

interface Frame {
  shift: number
  x: number
  y: number
}

function encodeShapes(shapes: Int32Array[], kind: GeometryKind, frame: Frame): number[] {
  const commands: number[] = []
  const cursor = { x: 0, y: 0 }
  if (kind === 'point') {
    commands.push(MOVE_TO | (shapes.length << 3))
    for (const shape of shapes)
      appendDelta(commands, cursor, (shape[0]! >> frame.shift) - frame.x, (shape[1]! >> frame.shift) - frame.y)
    return commands
  }
  for (const shape of shapes) encodePath(commands, cursor, toTileCorners(shape, frame), kind === 'polygon')
  return commands
}

/** The corners in tile units, without consecutive duplicates. */
function toTileCorners(shape: Int32Array, { shift, x, y }: Frame): number[] {
  const corners: number[] = []
  for (let index = 0; index < shape.length; index += 2) {
    const left = (shape[index]! >> shift) - x
    const top = (shape[index + 1]! >> shift) - y
    if (corners.length === 0 || left !== corners.at(-2) || top !== corners.at(-1)) corners.push(left, top)
  }
  return corners
}

function encodePath(commands: number[], cursor: { x: number; y: number }, corners: number[], isRing: boolean): void {
  if (isRing) {
    const signedArea = doubleArea(corners)
    if (signedArea === 0) return
    // Exterior rings must be clockwise on the screen; renderers treat the others as holes.
    if (signedArea < 0) reverse(corners)
  }
  const count = corners.length / 2
  if (count < (isRing ? 3 : 2)) return
  commands.push(MOVE_TO | (1 << 3))
  appendDelta(commands, cursor, corners[0]!, corners[1]!)
  commands.push(LINE_TO | ((count - 1) << 3))
  for (let index = 2; index < corners.length; index += 2)
    appendDelta(commands, cursor, corners[index]!, corners[index + 1]!)
  if (isRing) commands.push(CLOSE_PATH)
}

function doubleArea(corners: number[]): number {
  let sum = 0
  for (let index = 0, last = corners.length - 2; index < corners.length; last = index, index += 2) {
    sum += corners[last]! * corners[index + 1]! - corners[index]! * corners[last + 1]!
  }
  return sum
}

function reverse(corners: number[]): void {
  for (let low = 0, high = corners.length - 2; low < high; low += 2, high -= 2) {
    const [x, y] = [corners[low]!, corners[low + 1]!]
    corners[low] = corners[high]!
    corners[low + 1] = corners[high + 1]!
    corners[high] = x
    corners[high + 1] = y
  }
}

function appendDelta(commands: number[], cursor: { x: number; y: number }, x: number, y: number): void {
  commands.push(zigzag(x - cursor.x), zigzag(y - cursor.y))
  cursor.x = x
  cursor.y = y
}

function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}
