import fc from 'fast-check'
import type { Polygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import { zipFile } from '../../../../../tests/support/documents/createDocument.ts'
import {
  dbfFile,
  projections,
  shpFile,
  squareAround,
  usualColumns,
  zippedShapefile,
  type ShapeRecord,
} from '../../../../../tests/support/shapefiles.ts'
import { createSeededRandom } from '../../../../domain/seededRandom.ts'
import { Refused } from '../../../../domain/errors.ts'
import { parcelPartBytes } from '../../../../domain/parcelImports/parcelFiles.ts'
import type { FileParts } from '../fileParts.ts'
import type { SourceRecord } from '../readFeatures.ts'
import { readShapefile } from './readShapefile.ts'

const partsOf = (file: Buffer): FileParts => ({
  totalBytes: file.length,
  read: (part) => Promise.resolve(file.subarray(part * parcelPartBytes, (part + 1) * parcelPartBytes)),
})

async function read(file: Buffer): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const batch of readShapefile(partsOf(file))) records.push(...batch)
  return records
}

const parcel = (n: number): ShapeRecord => ({
  shape: squareAround(-86 + n / 1_000, 40),
  values: { pin: `P-${n}`, addr: `${n} Shapeway St`, own: `Sample Owner ${n}` },
})
const few = [parcel(1), parcel(2), parcel(3)]
const shp = () => shpFile(few.map(({ shape }) => shape))
const dbf = () =>
  dbfFile(
    usualColumns,
    few.map(({ values }) => values),
  )
const zipOf = (shpBytes: Buffer, dbfBytes: Buffer) => zipFile({ 'p.shp': shpBytes, 'p.dbf': dbfBytes })
/** A copy with a changed value. */
const changed = (bytes: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

describe('a zipped shapefile', () => {
  it('has the outlines, points and fields of its records', async () => {
    const records = await read(zippedShapefile([...few, { shape: null, values: { pin: 'P-4' } }]))
    expect(records).toHaveLength(4)
    expect(records[0]).toEqual({
      number: 1,
      location: 'Record 1',
      problem: null,
      values: { pin: 'P-1', addr: '1 Shapeway St', own: 'Sample Owner 1' },
      geometry: { type: 'Polygon', coordinates: squareAround(-85.999, 40) },
    })
    expect(records[3]).toMatchObject({ values: { pin: 'P-4', addr: null, own: null }, geometry: null })
    const points = await read(zippedShapefile([{ shape: { x: -86, y: 40 }, values: { pin: 'A' } }], { type: 1 }))
    expect(points).toMatchObject([{ geometry: { type: 'Point', coordinates: [-86, 40] } }])
    for (const type of [11, 15]) {
      const shape = type === 11 ? { x: -86, y: 40 } : squareAround(-86, 40)
      const [record] = await read(zippedShapefile([{ shape, values: { pin: 'A' } }], { type }))
      expect(record).toMatchObject({ problem: null, geometry: { type: type === 11 ? 'Point' : 'Polygon' } })
    }
  })

  it('has holes and several parts', async () => {
    const hole = (x: number) => squareAround(x, 40, 0.0001)[0]!.toReversed()
    const [a, b] = [squareAround(-86, 40)[0]!, squareAround(-85, 40)[0]!]
    const shapes = [
      [a, hole(-86)],
      [a, b, hole(-85), hole(-86)],
      [a, hole(-84)],
    ]
    const records = await read(zippedShapefile(shapes.map((shape) => ({ shape, values: { pin: 'A' } }))))
    expect(records.map(({ geometry }) => geometry)).toEqual([
      { type: 'Polygon', coordinates: [a, hole(-86)] },
      {
        type: 'MultiPolygon',
        coordinates: [
          [a, hole(-86)],
          [b, hole(-85)],
        ],
      },
      { type: 'MultiPolygon', coordinates: [[a], [hole(-84)]] },
    ])
  })

  it('has numbers, dates and marks, and leaves out deleted rows', async () => {
    const columns = [
      { name: 'pin', width: 20, type: 'N' },
      { name: 'acres', width: 12, type: 'F', decimals: 3 },
      { name: 'sold', width: 8, type: 'D' },
      { name: 'vacant', width: 1, type: 'L' },
    ] as const
    const rows = [
      { pin: '12345678901234567', acres: 0.25, sold: '20240229', vacant: true },
      { pin: 142, acres: '************', sold: '00000000', vacant: '?' },
      { pin: 7, acres: 1, sold: null, vacant: false },
    ]
    const table = changed(dbfFile(columns, rows), (copy) => {
      copy[copy.readUInt16LE(8) + 2 * copy.readUInt16LE(10)] = 0x2a
    })
    expect((await read(zipOf(shp(), table))).map(({ values }) => values)).toEqual([
      { pin: '12345678901234567', acres: 0.25, sold: '2024-02-29', vacant: true },
      { pin: 142, acres: null, sold: null, vacant: null },
    ])
  })

  it.each([
    ['UTF-8 by its .cpg file', 'utf8', 0, 'UTF-8', 'Peña'],
    ['UTF-8 that nothing names', 'utf8', 0, null, 'Peña'],
    ['Windows-1252 by its .cpg file', 'latin1', 0, '1252', 'Peña'],
    ['Windows-1252 by the header', 'latin1', 0x57, null, 'Peña'],
    ['Windows-1252 that nothing names', 'latin1', 0, null, 'Peña'],
    ['another encoding, but plain letters', 'latin1', 0x01, null, 'Pena'],
  ] as const)('has text in %s', async (_name, encoding, language, cpg, owner) => {
    const table = dbfFile([{ name: 'own' }], [{ own: owner }], { encoding, language })
    const files = { 'p.shp': shpFile([squareAround(-86, 40)]), 'p.dbf': table, ...(cpg && { 'P.CPG': cpg }) }
    expect((await read(zipFile(files)))[0]!.values).toEqual({ own: owner })
  })

  it('says which record has text in an encoding that is not read', async () => {
    const table = dbfFile([{ name: 'own' }], [{ own: 'Peña' }], { encoding: 'latin1' })
    const files = { 'p.shp': shpFile([squareAround(-86, 40)]), 'p.dbf': table, 'p.cpg': 'OEM 437' }
    expect((await read(zipFile(files)))[0]!.problem).toBe(
      'Record 1: its text is in an encoding that is not read here (OEM 437). Export it in UTF-8.',
    )
  })

  it('has its coordinates in the system of its .prj file', async () => {
    const [x, y] = [328_083.333_333, 820_208.333_333]
    const file = zippedShapefile([{ shape: { x, y }, values: { pin: 'A' } }], {
      type: 1,
      files: { 'parcels.prj': projections.indianaEastFeet },
    })
    const { coordinates } = (await read(file))[0]!.geometry as { coordinates: [number, number] }
    expect(coordinates[0]).toBeCloseTo(-85.666_666_667, 7)
    expect(coordinates[1]).toBeCloseTo(37.5, 7)
  })

  it('is found in a folder, beside what macOS and others add, and in several parts', async () => {
    const random = createSeededRandom(165)
    const many = Array.from({ length: 30_000 }, (_, n) => ({
      shape: squareAround(-86 + random(), 40 + random()),
      values: { pin: `P-${n}`, addr: `${random()}`, own: `${random()}` },
    }))
    const file = zippedShapefile(many, {
      name: 'County/Parcels 2026',
      files: {
        '__MACOSX/County/._Parcels 2026.shp': 'x',
        'County/Parcels 2026.shp.xml': '<x/>',
        'County/map.pdf': 'x',
        'County/': '',
      },
    })
    expect(file.length).toBeGreaterThan(1.5 * parcelPartBytes)
    const records = await read(file)
    expect(records).toHaveLength(30_000)
    expect(records.map(({ values, geometry }) => ({ shape: (geometry as Polygon).coordinates, values }))).toEqual(many)
  })

  it('that any county has is read as it was written', async () => {
    const degrees = (max: number) => fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((value) => value / 1e6)
    const text = fc.stringMatching(/^[A-Za-zäéñ0-9#.-]{0,19}$/)
    const record = fc.record({
      shape: fc.option(fc.tuple(degrees(179), degrees(89)).map(([x, y]) => squareAround(x, y))),
      values: fc.record({ pin: text, addr: text, own: text }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (records) => {
        const found = await read(zippedShapefile(records))
        expect(found.map(({ geometry, values }) => ({ shape: geometry, values }))).toEqual(
          records.map(({ shape, values }) => ({
            shape: shape && { type: 'Polygon', coordinates: shape },
            values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || null])),
          })),
        )
      }),
      { numRuns: 50 },
    )
  })
})

describe('a bad shapefile', () => {
  const long = { 'p.shp': shp(), 'p.dbf': dbf() }
  it.each([
    ['without a .dbf file', zipFile({ 'p.shp': shp() }), 'The zip file lacks the .dbf file of p.shp'],
    [
      'beside another one',
      zipFile({ ...long, 'roads.shp': shp(), 'roads.dbf': dbf() }),
      'The zip file has 2 shapefiles: p.shp, roads.shp. Leave only the one with the parcels in it.',
    ],
    [
      'in another zip file',
      zipFile({ 'county.zip': zippedShapefile(few) }),
      'no shapefile (.shp) but county.zip. Unpack it',
    ],
    ['that is a geodatabase', zipFile({ 'c.gdb/a0001.gdbtable': 'x' }), 'has a geodatabase, which is not read'],
    ['that is a workbook', zipFile({ 'xl/workbook.xml': 'x' }), 'This is an Excel workbook'],
    ['that is another archive', zipFile({ 'read.me': 'x' }), 'has no shapefile (.shp) in it'],
    ['that is empty', zipFile({}), 'has no shapefile (.shp) in it'],
    [
      'with a path out of its folder',
      zipFile({ ...long, '../../etc/p.prj': 'x' }),
      "a forbidden name: '../../etc/p.prj'",
    ],
    ['with a password', zipFile(long, { 'p.shp': { flags: 1 } }), "'p.shp' is protected by a password"],
    ['packed by another method', zipFile(long, { 'p.dbf': { method: 12 } }), 'a method that is not read'],
    ['with a wrong checksum', zipFile(long, { 'p.dbf': { crc: 1 } }), 'The zip file is truncated or damaged'],
    ['with more than it says', zipFile(long, { 'p.shp': { size: 150 } }), 'is truncated or damaged'],
    ['with less than it says', zipFile(long, { 'p.dbf': { size: 2_000 } }), 'The zip file is truncated or damaged'],
    ['with two names for a file', zipFile(long, { 'p.shp': { localName: 'q.shp' } }), 'The zip file is truncated'],
    ['beyond the archive', zipFile(long, { 'p.shp': { offset: 0x7fffffff } }), 'The zip file is truncated'],
    ['of which the end is missing', zippedShapefile(few).subarray(0, -30), 'The zip file is truncated'],
    [
      'of which the middle is missing',
      Buffer.concat([zippedShapefile(few).subarray(0, 90), zippedShapefile(few).subarray(130)]),
      'is truncated or damaged',
    ],
    [
      'with a large .prj file',
      zippedShapefile(few, { files: { 'parcels.prj': 'x'.repeat(20_000) } }),
      'larger than such a file can be',
    ],
    ['of lines', zipOf(shpFile([], 3), dbf()), 'The shapefile has lines, not the outlines of parcels'],
    ['of surfaces', zipOf(shpFile([], 31), dbf()), 'has three-dimensional surfaces'],
    ['that is something else', zipOf(Buffer.from('x'.repeat(200)), dbf()), 'The .shp file is truncated or damaged'],
    ['with an empty .shp file', zipOf(Buffer.alloc(0), dbf()), 'The .shp file is truncated or damaged'],
    ['with an empty .dbf file', zipOf(shp(), Buffer.alloc(0)), 'The .dbf file is truncated or damaged'],
    ['with a truncated .shp file', zipOf(shp().subarray(0, -10), dbf()), 'The .shp file is truncated or damaged'],
    ['with a truncated .dbf file', zipOf(shp(), dbf().subarray(0, -30)), 'The .dbf file is truncated or damaged'],
    [
      'with a shape of no bytes',
      zipOf(
        changed(shp(), (copy) => copy.writeInt32BE(0, 104)),
        dbf(),
      ),
      'The .shp file is truncated or damaged',
    ],
    [
      'with a shape beyond the file',
      zipOf(
        changed(shp(), (copy) => copy.writeInt32BE(1_000, 104)),
        dbf(),
      ),
      'The .shp file is truncated or damaged',
    ],
    [
      'with a shape of a negative length',
      zipOf(
        changed(shp(), (copy) => copy.writeInt32BE(-9, 104)),
        dbf(),
      ),
      'The .shp file is truncated or damaged',
    ],
    [
      'with a shape of another type',
      zipOf(
        changed(shp(), (copy) => copy.writeInt32LE(3, 108)),
        dbf(),
      ),
      'The .shp file is truncated or damaged',
    ],
    [
      'with more rows than shapes',
      zipOf(shpFile([few[0]!.shape]), dbf()),
      'fewer shapes (1) than the .dbf file has rows (3)',
    ],
    [
      'with fewer rows than shapes',
      zipOf(
        shp(),
        changed(dbf(), (copy) => copy.writeUInt32LE(2, 4)),
      ),
      'more shapes than the .dbf file has rows (2)',
    ],
    [
      'with more rows than there are',
      zipOf(
        shp(),
        changed(dbf(), (copy) => copy.writeUInt32LE(4_000_000, 4)),
      ),
      'The .dbf file is truncated or damaged',
    ],
    [
      'with more rows than any county',
      zipOf(
        shp(),
        changed(dbf(), (copy) => copy.writeUInt32LE(0xffffffff, 4)),
      ),
      'more than 10,000,000 rows',
    ],
    [
      'with columns that are longer than a row',
      zipOf(
        shp(),
        changed(dbf(), (copy) => copy.writeUInt16LE(10, 10)),
      ),
      'The .dbf file is truncated or damaged',
    ],
    [
      'with a header of no length',
      zipOf(
        shp(),
        changed(dbf(), (copy) => copy.writeUInt16LE(0, 8)),
      ),
      'The .dbf file is truncated or damaged',
    ],
    [
      'with thousands of columns',
      zipOf(
        shp(),
        dbfFile(
          Array.from({ length: 2_000 }, (_, n) => ({ name: `c${n}`, width: 1 })),
          [],
        ),
      ),
      'more than 500 columns',
    ],
  ])('%s is refused in a sentence', async (_name, file, reason) => {
    const refusal: unknown = await read(file).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refused)
    expect((refusal as Refused).message).toContain(reason)
  })

  it('that grows a thousand times is refused before it is unpacked', async () => {
    const zeros = Buffer.alloc(80 * 1024 * 1024)
    const file = zipFile({ 'p.shp': zeros, 'p.dbf': dbf() })
    expect(file.length).toBeLessThan(200_000)
    await expect(read(file)).rejects.toThrow("'p.shp' is larger than a county's parcels can be")
    const liar = zipFile({ 'p.shp': shp(), 'p.dbf': zeros }, { 'p.dbf': { size: 1_000 } })
    await expect(read(liar)).rejects.toThrow('truncated or damaged')
  })

  const shapeAt = 108
  it.each([
    ['a ring beyond its points', (copy: Buffer) => copy.writeInt32LE(9, shapeAt + 44), 'its shape is damaged'],
    ['a negative number of rings', (copy: Buffer) => copy.writeInt32LE(-1, shapeAt + 36), 'its shape is damaged'],
    ['more rings than bytes', (copy: Buffer) => copy.writeInt32LE(0x7fffffff, shapeAt + 36), 'its shape is damaged'],
    ['more points than bytes', (copy: Buffer) => copy.writeInt32LE(0x7fffffff, shapeAt + 40), 'its shape is damaged'],
    [
      'no number for a coordinate',
      (copy: Buffer) => copy.writeDoubleLE(NaN, shapeAt + 48),
      'a coordinate that is no number',
    ],
    ['coordinates that are no degrees', (copy: Buffer) => copy.writeDoubleLE(1e38, shapeAt + 48), 'has no .prj file'],
  ])('a record with %s is bad, and the others are read', async (_name, change, reason) => {
    const records = await read(zipOf(changed(shp(), change), dbf()))
    expect(records.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^Record 1: /), null, null])
    expect(records[0]!.problem).toContain(reason)
  })

  it('with a shape of rings within rings has a bad record, and one with as many holes is read', async () => {
    const nested = Array.from({ length: 4_000 }, (_, n) => squareAround(-86, 40, 1 - n / 10_000)[0]!)
    const holes = nested.map((ring) => ring.toReversed())
    const shapes = [
      [...nested, ...holes],
      [nested[0]!, ...holes],
    ]
    const table = dbfFile(usualColumns, [{ pin: 'A' }, { pin: 'B' }])
    const records = await read(zipOf(shpFile(shapes), table))
    expect(records[0]!.problem).toBe('Record 1: its outline has more parts than a parcel can have.')
    expect((records[1]!.geometry as Polygon).coordinates).toEqual(shapes[1])
  })

  it('of any bytes is read or refused, and nothing else happens', async () => {
    const file = zippedShapefile(few)
    const [shpBytes, dbfBytes] = [shp(), dbf()]
    const settle = async (bytes: Buffer) => {
      try {
        return (await read(bytes)).length <= few.length
      } catch (error) {
        return error instanceof Refused
      }
    }
    const edit = (bytes: Buffer) =>
      fc
        .array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
        .map((edits) => changed(bytes, (copy) => edits.forEach(([at, value]) => (copy[at] = value))))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          edit(file),
          edit(shpBytes).map((bytes) => zipOf(bytes, dbfBytes)),
          edit(dbfBytes).map((bytes) => zipOf(shpBytes, bytes)),
        ),
        async (bytes) => {
          expect(await settle(bytes)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
