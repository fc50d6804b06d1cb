import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { CsvRow } from '../../../services/csv/readCsv.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import { openImportFile, readRows } from './importFile.ts'

const bytes = (text: string) => Buffer.from(text)

async function rowsOf(text: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const batch of readRows(await openImportFile(bytes(text)))) rows.push(...batch)
  return rows
}

describe('GeoJSON', () => {
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })
  const point = { type: 'Point', coordinates: [-86.1, 39.7] }
  const feature = (properties: object | null, geometry: object | null = point) => ({
    type: 'Feature',
    properties,
    geometry,
  })

  it('is read as a table of its properties and geometries, whichever feature has them', async () => {
    const text = collection(
      feature({ PARCEL: 'P-1', note: '=1+1, "so"\nand on' }),
      feature({ PARCEL: 'P-2', acres: -0.5, tags: ['a'] }, null),
      feature(null),
    )
    for (const start of ['', '\uFEFF', ' \r\n\t']) {
      const file = await openImportFile(bytes(start + text))
      expect(file).toMatchObject({
        headings: ['PARCEL', 'note', 'acres', 'tags', 'geometry'],
        sheets: null,
        isConverted: true,
      })
      expect((await rowsOf(start + text)).map(({ row, cells }) => [row, ...cells.map(cellText)])).toEqual([
        [2, 'P-1', '=1+1, "so"\nand on', '', '', JSON.stringify(point)],
        [3, 'P-2', '', '-0.5', '["a"]', ''],
        [4, '', '', '', '', JSON.stringify(point)],
      ])
    }
    expect(await openImportFile(bytes(text), { maxSheetRows: 1 })).toMatchObject({ headings: { length: 5 } })
  })

  it.each([
    ['{"type":"Topology"}', 'is not a GeoJSON Feature'],
    ['{"features":[{"attributes":{},"geometry":{}}]}', 'Esri JSON'],
    ['{"type":"FeatureCollection","features":[{"type":"Feature","properties":{', 'truncated'],
    [collection(feature(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`name ${n}`, n])))), 'more than 500'],
  ])('that cannot be read is refused: %j', async (text, message) => {
    await expect(openImportFile(bytes(text))).rejects.toThrow(message)
  })
})

describe('the files of csv-spectrum', () => {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('csv-spectrum')))
  const names = readdirSync(path.join(folder, 'csvs'))
    .map((file) => path.parse(file).name)
    // Its JSON has another phone number.
    .filter((name) => name !== 'location_coordinates')

  it.each(names)('%s is read as its author says', async (name) => {
    const file = await openImportFile(readFileSync(path.join(folder, 'csvs', `${name}.csv`)))
    const records: Record<string, string>[] = []
    for await (const batch of readRows(file))
      for (const { cells } of batch)
        records.push(Object.fromEntries(file.headings.map((heading, column) => [heading, cells[column]!])))
    expect(records).toEqual(JSON.parse(readFileSync(path.join(folder, 'json', `${name}.json`), 'utf8')))
  })
})

describe('openImportFile', () => {
  it.each([
    [',', 'Address,Owner'],
    [';', 'Address;City;Owner, first name'],
    ['\t', 'Address\tCity\tOwner; Co'],
  ])('finds the separator %j', async (separator, headings) => {
    expect((await openImportFile(bytes(`${headings}\n1`))).separator).toBe(separator)
  })

  it.each([
    ['sep=;\nAddress;City, State\n', ';', ['Address', 'City, State']],
    ['"sep=,"\r\nAddress,City; State; ZIP\r\n', ',', ['Address', 'City; State; ZIP']],
    ['\uFEFFSEP=\t\nAddress\tCity\n', '\t', ['Address', 'City']],
    ['sep;Address\n1;2\n', ';', ['sep', 'Address']],
    ['sep=;Address;City\n1;2;3\n', ';', ['sep=', 'Address', 'City']],
  ])('of %j finds the separator and the headings', async (text, separator, headings) => {
    expect(await openImportFile(bytes(text))).toMatchObject({ separator, headings })
  })

  it.each<BufferEncoding>(['latin1', 'utf16le'])('reads headings in %s', async (encoding) => {
    const mark = encoding === 'utf16le' ? '\uFEFF' : ''
    const { headings } = await openImportFile(Buffer.from(`${mark}Dirección,Dueño\n1,2\n`, encoding))
    expect(headings).toEqual(['Dirección', 'Dueño'])
  })

  it('removes a byte order mark, and trims the headings', async () => {
    const { headings } = await openImportFile(bytes('\uFEFF Address , "Owner, first"\r\n'))
    expect(headings).toEqual(['Address', 'Owner, first'])
  })

  it.each([
    ['nothing', bytes(''), 'The file is empty.'],
    ['white space', bytes('\uFEFF \r\n '), 'The file is empty.'],
    [
      'half a character of UTF-16',
      Buffer.from('\uFEFFAddress\n1 Oak', 'utf16le').subarray(0, -1),
      'The file is not UTF-8.',
    ],
    [
      'two encodings',
      Buffer.concat([bytes('Café\n'), Buffer.from('1 Caf\u00e9 St', 'latin1')]),
      'The file is not UTF-8.',
    ],
    ['a web page', bytes('<!DOCTYPE html><html><title>Sign in</title>'), 'This is a web page, not a CSV file.'],
    ['another separator', bytes('sep=|\nAddress|Owner\n'), 'The first line says that "|" separates the cells.'],
    ['nothing but a separator', bytes('sep=;\n'), 'The file is empty.'],
    ['a NUL character', bytes('Address\n1 Oak\0St'), 'The file contains NUL characters'],
    ['a workbook', bytes('PK\u0003\u0004 anything'), 'This is a workbook or a zip file.'],
    ['no headings', bytes(',,\n1,2,3'), 'The first row has no headings.'],
    ['a heading that is given twice', bytes('Address,Owner,Address\n1,2,3'), 'Two columns have the heading "Address".'],
    ['too many columns', bytes(Array.from({ length: 501 }, (_, n) => `c${n}`).join(',')), 'more than 500 columns'],
  ])('refuses %s', async (_, content, message) => {
    await expect(openImportFile(content)).rejects.toThrow(message)
  })
})

describe('readRows', () => {
  it('numbers the rows as a spreadsheet does, and leaves out empty ones', async () => {
    expect(await rowsOf('Address,Owner\r\n1 Oak St,"Ann ""A"" Example"\r\n\r\n , \r\n"2 Oak\nSt",')).toEqual([
      { row: 2, line: 2, cells: ['1 Oak St', 'Ann "A" Example'] },
      { row: 5, line: 6, cells: ['2 Oak\nSt', ''] },
    ])
  })

  it('names the row where a quote is not closed', async () => {
    await expect(rowsOf('Address\n1 Oak St\n"2 Oak St\n3 Oak St')).rejects.toThrow(
      'The file ends inside quotes that begin in row 3.',
    )
  })

  it('names a row that is too long', async () => {
    await expect(rowsOf(`Address\n1 Oak St\n${'x'.repeat(1_100_000)}`)).rejects.toThrow(
      'Row 3 is longer than 1,000,000',
    )
  })

  it('gives rows with more and fewer cells than headings as they are', async () => {
    expect((await rowsOf('A,B\n1\n1,2,3')).map(({ cells }) => cells.length)).toEqual([1, 3])
  })
})
