import { describe, expect, it } from 'vitest'
import { csvRows } from '../../../domain/csv.ts'
import type { ImportList } from '../../../domain/imports/importFields.ts'
import { writeBadRows } from './badRows.ts'
import { openImportFile } from './importFile.ts'
import { parseRows, type ReadRow } from './parseRows.ts'
import type { ReadInput } from './protocol.ts'
import { rowFormatOf, type RowFacts } from './rowFormats.ts'

const facts: RowFacts = {
  now: new Date('2026-11-25T12:00:00Z'),
  timeZone: 'UTC',
  users: [],
  assignableRoles: [],
  onMissingUser: 'error',
  words: [],
}

function inputOf(list: ImportList, headings: string[]): ReadInput {
  return { list, mapping: Object.fromEntries(headings.map((heading) => [heading, heading])), facts }
}

async function read(list: ImportList, rows: string[][]): Promise<ReadRow[]> {
  const { mapping } = inputOf(list, rows[0]!)
  const file = await openImportFile(Buffer.from(csvRows(rows)))
  const found: ReadRow[] = []
  for await (const batch of parseRows(file, mapping, rowFormatOf(list, facts))) found.push(...batch)
  return found
}

const errorsOf = async (list: ImportList, rows: string[][]) => (await read(list, rows)).map(({ errors }) => errors)

describe('the rows of a file', () => {
  it('have the values of their mapped cells, or what is wrong with them', async () => {
    const rows = await read('properties', [
      ['address', 'lat', 'lng', 'tags'],
      [' 1  Sample St ', '39.1', '-86.1', 'storm; Metal Roof'],
      ['2 Sample St', 'north', '', 'siding'],
      ['', '39', '-86', ''],
    ])
    expect(rows).toMatchObject([
      { fileRow: { row: 2 }, values: { address: '1 Sample St', lat: 39.1, lng: -86.1, tags: ['storm', 'metal_roof'] } },
      {
        fileRow: { row: 3 },
        errors: [
          { field: 'lat', message: '"north" is not a number between -90 and 90.' },
          {
            field: 'tags',
            message:
              'No tag for "siding". Use Gutter Cleaning, Metal Roof, Shingle Repair, Storm Damage, Tornado Damage, Concrete, Commercial, Generic, All Repairs.',
          },
        ],
      },
      { fileRow: { row: 4 }, errors: [{ field: 'address', message: 'Every property needs an address.' }] },
    ])
  })

  it('are kept without an email address or phone that is wrong, and say so', async () => {
    const rows = await read('leads', [
      ['address', 'tag', 'owner_email', 'owner_phone', 'contact_email'],
      ['1 Sample St', 'Storm Damage', 'sample at example', '1'.repeat(60), 'x'.repeat(400)],
      ['2 Sample St', 'Storm Damage', 'owner@sample.example', '812-555-0123', ''],
    ])
    expect(rows).toEqual([
      {
        fileRow: expect.anything() as unknown,
        values: { address: '1 Sample St', tag: 'storm' },
        warning:
          'owner_email: This is not an email address, and is left out. owner_phone: At most 50 characters. It is left out. contact_email: At most 320 characters. It is left out.',
        errors: null,
      },
      expect.objectContaining({
        values: {
          address: '2 Sample St',
          tag: 'storm',
          ownerEmail: 'owner@sample.example',
          ownerPhone: '812-555-0123',
        },
        warning: '',
      }),
    ])
  })

  it('are not read by any rule where they are longer than a field can be', async () => {
    const long = 'x@'.padEnd(300_000, '.')
    const rows = [
      ['email', 'full_name', 'role'],
      [long, long, long],
    ]
    expect(await errorsOf('users', rows)).toEqual([
      [
        { field: 'email', message: 'At most 320 characters.' },
        { field: 'full_name', message: 'At most 1,000 characters.' },
        { field: 'role', message: 'At most 1,000 characters.' },
      ],
    ])
    expect(await errorsOf('properties', [['address'], [`1 ${long}`]])).toEqual([
      [{ field: 'address', message: 'At most 500 characters.' }],
    ])
  })

  it('can have geometries of any kind of nonsense', async () => {
    const geometries = [
      `POLYGON${' '.repeat(900_000)}x`,
      `POLYGON ${'('.repeat(450_000)}${')'.repeat(450_000)}`,
      `{"type":"Polygon","coordinates":${'['.repeat(450_000)}${']'.repeat(450_000)}}`,
      `{"type":"MultiPolygon","coordinates":[[[[0,0],[0,1],[1,1]]]],"x":${'{"x":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
      `POINT (${'9'.repeat(900_000)} 1)`,
    ]
    const rows = await read('parcels', [['parcel_id', 'geometry'], ...geometries.map((geometry) => ['P', geometry])])
    expect(rows.map(({ errors }) => errors?.[0]?.field ?? null)).toEqual([
      'geometry',
      'geometry',
      'geometry',
      null,
      'geometry',
    ])
  })
})

describe('the file of rows with errors', () => {
  it('has the values of the file, which an import reads again, and no cell that is a formula', async () => {
    const formula = '=HYPERLINK("http://example.invalid")'
    const rows = [
      ['address', 'lat', formula, '＠notes'],
      ['=1+1', '39.1', '\n-1', '-86.16'],
      ["'=2+2", 'north', "'x", '007'],
      ['3 Sample St', '39.1', '', ''],
      ['4 Sample St', '', '', ''],
      ['5 Sample St', '', '', ''],
    ]
    const file = await openImportFile(Buffer.from(csvRows(rows)))
    expect(file.headings).toEqual(rows[0])
    const input: ReadInput = { list: 'properties', mapping: { address: 'address', lat: 'lat', notes: formula }, facts }
    let text = ''
    for await (const part of writeBadRows(file, input, new Map([[5, '=2+2']]))) text += part
    expect(text).toBe(
      [
        `address,lat,"'=HYPERLINK(""http://example.invalid"")",'＠notes,Reason`,
        `'=1+1,39.1,"'\n-1",-86.16,"Give both lat and lng, or neither."`,
        `''=2+2,north,'x,007,"lat: ""north"" is not a number between -90 and 90."`,
        '3 Sample St,39.1,,,"Give both lat and lng, or neither."',
        "4 Sample St,,,,'=2+2",
        '',
      ].join('\r\n'),
    )
  })
})
