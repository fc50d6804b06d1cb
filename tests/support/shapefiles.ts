import { zipFile, type DocumentParts } from './documents/createDocument.ts'

/** A shape: its rings, or a point. Null is one without a place. */
export type Shape = [x: number, y: number][][] | { x: number; y: number } | null

export interface ShapeRecord {
  shape: Shape
  values: Record<string, string | number | boolean | null>
}

export interface Column {
  name: string
  type?: 'C' | 'N' | 'F' | 'D' | 'L'
  width?: number
  decimals?: number
}

const polygon = 5

/** The bytes of a .shp file. `type` is 5 for outlines, 15 for those with heights, 1 for points. */
export function shpFile(shapes: Iterable<Shape>, type = polygon): Buffer {
  const records = Array.from(shapes, (shape, at) => {
    const content = shapeContent(shape, type)
    const header = Buffer.alloc(8)
    header.writeInt32BE(at + 1, 0)
    header.writeInt32BE(content.length / 2, 4)
    return Buffer.concat([header, content])
  })
  const header = Buffer.alloc(100)
  header.writeInt32BE(9994, 0)
  header.writeInt32LE(1000, 28)
  header.writeInt32LE(type, 32)
  const file = Buffer.concat([header, ...records])
  file.writeInt32BE(file.length / 2, 24)
  return file
}

function shapeContent(shape: Shape, type: number): Buffer {
  if (shape === null) return Buffer.alloc(4)
  const hasHeights = type > 10
  if (!Array.isArray(shape)) {
    const content = Buffer.alloc(hasHeights ? 36 : 20)
    content.writeInt32LE(type, 0)
    content.writeDoubleLE(shape.x, 4)
    content.writeDoubleLE(shape.y, 12)
    return content
  }
  const points = shape.flat()
  const content = Buffer.alloc(44 + 4 * shape.length + 16 * points.length + (hasHeights ? 16 + 8 * points.length : 0))
  content.writeInt32LE(type, 0)
  content.writeInt32LE(shape.length, 36)
  content.writeInt32LE(points.length, 40)
  let first = 0
  for (const [ring, positions] of shape.entries()) {
    content.writeInt32LE(first, 44 + 4 * ring)
    first += positions.length
  }
  const at = 44 + 4 * shape.length
  for (const [n, [x, y]] of points.entries()) {
    content.writeDoubleLE(x, at + 16 * n)
    content.writeDoubleLE(y, at + 16 * n + 8)
  }
  return content
}

/** The bytes of a .dbf file. Its texts are in `encoding`, which `language` names in the header. */
export function dbfFile(
  columns: readonly Column[],
  rows: Iterable<ShapeRecord['values']>,
  { encoding = 'utf8', language = 0 }: { encoding?: BufferEncoding; language?: number } = {},
): Buffer {
  const header = Buffer.alloc(32)
  const rowBytes = 1 + columns.reduce((sum, { width = 40 }) => sum + width, 0)
  header[0] = 3
  header.writeUInt16LE(32 + 32 * columns.length + 1, 8)
  header.writeUInt16LE(rowBytes, 10)
  header[29] = language
  const fields = columns.map(({ name, type = 'C', width = 40, decimals = 0 }) => {
    const field = Buffer.alloc(32)
    field.write(name, 0, 11, encoding)
    field.write(type, 11, 'latin1')
    field[16] = width
    field[17] = decimals
    return field
  })
  const contents = Array.from(rows, (values) => {
    const row = Buffer.alloc(rowBytes, ' ')
    let at = 1
    for (const { name, width = 40 } of columns) {
      const value = values[name]
      const text =
        value === null || value === undefined ? '' : value === true ? 'T' : value === false ? 'F' : String(value)
      Buffer.from(text, encoding).copy(row, at, 0, width)
      at += width
    }
    return row
  })
  header.writeUInt32LE(contents.length, 4)
  return Buffer.concat([header, ...fields, Buffer.from([0x0d]), ...contents, Buffer.from([0x1a])])
}

/** The rings of a square around a point, in the direction of an outline. */
export const squareAround = (x: number, y: number, half = 0.0002): [number, number][][] => [
  [
    [x - half, y - half],
    [x - half, y + half],
    [x + half, y + half],
    [x + half, y - half],
    [x - half, y - half],
  ],
]

export const usualColumns: Column[] = [{ name: 'pin', width: 20 }, { name: 'addr' }, { name: 'own' }]

/** A zip file with a shapefile. `files` are added, or replace its own; null removes one. */
export function zippedShapefile(
  records: readonly ShapeRecord[],
  {
    columns = usualColumns,
    type,
    name = 'parcels',
    files = {},
  }: {
    columns?: readonly Column[]
    type?: number
    name?: string
    files?: DocumentParts
  } = {},
): Buffer {
  return zipFile({
    [`${name}.shp`]: shpFile(
      records.map(({ shape }) => shape),
      type,
    ),
    [`${name}.dbf`]: dbfFile(
      columns,
      records.map(({ values }) => values),
    ),
    ...files,
  })
}

/** Zones of the State Plane system as programs write them into .prj files. */
export const projections = {
  wgs84:
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
  webMercator:
    'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]',
  indianaEastFeet:
    'PROJCS["NAD_1983_StatePlane_Indiana_East_FIPS_1301_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",328083.3333333333],PARAMETER["False_Northing",820208.3333333333],PARAMETER["Central_Meridian",-85.66666666666667],PARAMETER["Scale_Factor",0.9999666666666667],PARAMETER["Latitude_Of_Origin",37.5],UNIT["Foot_US",0.3048006096012192]]',
  texasSouthCentralFeet:
    'PROJCS["NAD_1983_StatePlane_Texas_South_Central_FIPS_4204_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",1968500.0],PARAMETER["False_Northing",13123333.33333333],PARAMETER["Central_Meridian",-99.0],PARAMETER["Standard_Parallel_1",28.38333333333333],PARAMETER["Standard_Parallel_2",30.28333333333333],PARAMETER["Latitude_Of_Origin",27.83333333333333],UNIT["Foot_US",0.3048006096012192]]',
}
