import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zipFile } from '../../../tests/support/documents/createDocument.ts'
import {
  createWorkbook,
  sheetMarkup,
  workbookParts,
  type WorkbookSpec,
} from '../../../tests/support/documents/createWorkbook.ts'
import { toCsv } from './sheetCsv.ts'
import { openWorkbook, type SheetRow } from './workbook.ts'
import { WorkbookProblem } from './workbookProblem.ts'

async function rowsOf(spec: WorkbookSpec | Buffer, sheet?: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  const workbook = await openWorkbook(Buffer.isBuffer(spec) ? spec : createWorkbook(spec))
  for await (const batch of workbook.readRows(sheet)) rows.push(...batch)
  return rows
}
const cellsOf = async (rows: string, more: WorkbookSpec = {}) =>
  (await rowsOf({ ...more, sheets: { Sheet1: rows } })).map(({ cells }) => cells)
const problemOf = async (spec: WorkbookSpec | Buffer, sheet?: string) =>
  rowsOf(spec, sheet).then(
    () => null,
    (error: unknown) => (error instanceof WorkbookProblem ? error.reason : error),
  )
const number = (reference: string, value: string, more = '') => `<c r="${reference}" ${more}><v>${value}</v></c>`
const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('the rows of a sheet', () => {
  it('have the text of each kind of cell', async () => {
    const sharedStrings =
      '<si><t>shared</t></si><si><r><t>two </t></r><r><rPr><b/></rPr><t xml:space="preserve"> formats</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t>a_x000D_b</t></si>'
    const cells = [
      number('A1', '0', 't="s"'),
      number('B1', '1', 't="s"'),
      number('C1', '2', 't="s"'),
      text('D1', 'inline &amp; <![CDATA[<x>]]>'),
      number('E1', '1', 't="b"') + number('F1', '0', 't="b"'),
      number('G1', '#N/A', 't="e"'),
      '<c r="H1" t="str"><f>HYPERLINK("http://collector.example")</f><v>stored</v></c>',
      '<c r="I1"><f>1+1</f><v>2</v></c><c r="J1"><f>NOW()</f></c>',
      number('K1', '2026-11-18T00:00:00', 't="d"') + number('L1', '2026-11-18T14:40:00', 't="d"'),
      number('M1', '99', 't="s"') + number('N1', '2139'),
    ]
    expect(await cellsOf(`<row r="1">${cells.join('')}</row>`, { sharedStrings })).toEqual([
      [
        'shared',
        'two  formats',
        'a\rb',
        'inline & <x>',
        'TRUE',
        'FALSE',
        '',
        'stored',
        '2',
        '',
        '2026-11-18',
        '2026-11-18T14:40:00',
        '',
        '2139',
      ],
    ])
  })

  it('have the formats of their styles, also those with another place', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>'
    const row = `<row r="1">${number('A1', '2139', 's="1"')}${number('B1', '46344', 's="2"')}${number('C1', '46344', 's="0"')}${number('D1', '46344', 's="9"')}</row>`
    expect(await cellsOf(row, { styles })).toEqual([['02139', '2026-11-18', '46344', '46344']])
    expect(await cellsOf(row, { styles, properties: '<workbookPr date1904="1"/>' })).toEqual([
      ['02139', '2030-11-19', '46344', '46344'],
    ])
  })

  it('have the number that the workbook shows, without those that are empty or have only formats', async () => {
    const rows = `<row r="3">${number('B3', '1')}</row><row r="4">${text('A4', ' ')}</row><row r="1048576"><c r="A1048576" s="1"/></row>`
    expect(await rowsOf({ sheets: { Sheet1: rows } })).toEqual([{ row: 3, cells: ['', '1'] }])
    const unnumbered = '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row/><row><c><v>4</v></c></row>'
    expect(await rowsOf({ sheets: { Sheet1: unnumbered } })).toEqual([
      { row: 1, cells: ['1', '', '2', '3'] },
      { row: 3, cells: ['4'] },
    ])
  })

  it('have the value of merged cells once', async () => {
    const parts = {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${text('A1', 'both')}<c r="B1"/></row><row r="2">${text('B2', 'x')}</row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
    }
    expect((await rowsOf({ parts })).map(({ cells }) => cells)).toEqual([['both'], ['', 'x']])
  })

  it('are those of the first sheet that is shown, or of the named one', async () => {
    const spec: WorkbookSpec = {
      sheets: {
        Hidden: `<row>${text('A1', 'a')}</row>`,
        Secret: `<row>${text('A1', 'b')}</row>`,
        'Doors &amp; more': `<row>${text('A1', 'c')}</row>`,
        Last: `<row>${text('A1', 'd')}</row>`,
      },
      states: { Hidden: 'state="hidden"', Secret: 'state="veryHidden"', Last: 'state="visible"' },
    }
    expect((await openWorkbook(createWorkbook(spec))).sheets).toEqual(['Doors & more', 'Last'])
    expect(await rowsOf(spec)).toEqual([{ row: 1, cells: ['c'] }])
    expect(await rowsOf(spec, 'Last')).toEqual([{ row: 1, cells: ['d'] }])
    expect(await problemOf(spec, 'Hidden')).toBe('no sheet')
    expect(await problemOf({ sheets: {} })).toBe('no sheet')
  })

  it('are read with other prefixes, places and names of parts', async () => {
    const parts = workbookParts({ sheets: { Sheet1: `<row>${text('A1', 'x')}</row>` } })
    const prefixed = (markup: string) => markup.replaceAll(/<(\/?)(?!\?)/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
    const renamed = Object.entries(parts).map(([name, content]): [string, string] => [
      name.replace('workbook.xml', 'WorkBook.xml').replace('xl/', 'data/'),
      name.endsWith('.rels')
        ? String(content).replace('xl/workbook', 'data/workbook').replace('/xl/styles', '/data/styles')
        : prefixed(String(content)),
    ])
    expect(await rowsOf(zipFile(renamed))).toEqual([{ row: 1, cells: ['x'] }])
  })
})

describe('a workbook is refused', () => {
  const xml = (rows: string, more: WorkbookSpec = {}): WorkbookSpec => ({ ...more, sheets: { Sheet1: rows } })
  it.each<[string, WorkbookSpec | Buffer, string]>([
    ['that is another zip file', zipFile({ 'a.txt': 'x' }), 'no workbook'],
    ['that is cut off', createWorkbook().subarray(0, 600), 'damaged'],
    ['without its list of sheets', { parts: { 'xl/workbook.xml': null } }, 'no workbook'],
    [
      'in the binary format',
      {
        parts: {
          '_rels/.rels':
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          'xl/workbook.bin': 'x',
        },
      },
      'binary',
    ],
    ['with markup that is damaged', xml('<row><c></row>'), 'damaged'],
    ['with markup that ends early', { parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' } }, 'damaged'],
    [
      'with entities',
      { parts: { 'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "x">]>${sheetMarkup('')}` } },
      'damaged',
    ],
    [
      'with bytes that are no text',
      { parts: { 'xl/worksheets/sheet1.xml': Buffer.from([0x3c, 0x61, 0xc3, 0x28]) } },
      'damaged',
    ],
    ['with rows in another order', xml('<row r="2"/><row r="1"/>'), 'damaged'],
    ['with a row that is no number', xml('<row r="1e9999"/>'), 'damaged'],
    ['with a cell in no column', xml(`<row>${number('XFE1', '1')}</row>`), 'damaged'],
    ['with a cell without letters', xml(`<row>${number('1', '1')}</row>`), 'damaged'],
    ['with elements nested without end', xml('<row>'.repeat(2_000) + '</row>'.repeat(2_000)), 'damaged'],
    ['with too many columns', xml(`<row>${number('ZZ1', '1')}</row>`), 'many columns'],
    ['with a wrong checksum', zipFile(workbookParts(), { 'xl/worksheets/sheet1.xml': { crc: 1 } }), 'damaged'],
    [
      'with a part that is packed in another way',
      zipFile(workbookParts(), { 'xl/styles.xml': { method: 12 } }),
      'damaged',
    ],
    ['with a password', zipFile(workbookParts(), { 'xl/styles.xml': { flags: 1 } }), 'damaged'],
    [
      'that names a sheet outside of itself',
      {
        parts: {
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="http://collector.example/sheet1.xml"/></Relationships>',
        },
      },
      'no sheet',
    ],
    [
      'with a list of sheets without end',
      { parts: { 'xl/workbook.xml': Buffer.alloc(5 * 1024 * 1024, ' ') } },
      'too large',
    ],
    ['with very many texts', { sharedStrings: '<si/>'.repeat(1_500_001), sheets: { Sheet1: '<row/>' } }, 'too large'],
  ])('%s', async (_what, spec, reason) => {
    expect(await problemOf(spec)).toBe(reason)
  })

  it('that inflates to more than is read, without inflating it', async () => {
    // Long rows, because reading millions of short ones up to the limit takes half a minute.
    const row = `<row>${' '.repeat(30_000)}</row>`
    const bomb = Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(200 * 1024 * 1024, row)])
    const file = createWorkbook({ parts: { 'xl/worksheets/sheet1.xml': bomb } })
    expect(file.length).toBeLessThan(1024 * 1024)
    expect(await problemOf(file)).toBe('too large')
  })

  it.each([
    ['one text', `<row>${text('A1', 'x'.repeat(3_000_000))}</row>`],
    ['one tag', `<row ${Array.from({ length: 300_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`],
  ])('with more of %s than the parser may keep', async (_what, rows) => {
    expect(await problemOf({ sheets: { Sheet1: rows } })).toBe('too large')
  })

  it('whose cells repeat one long text', async () => {
    const cell = '<c t="s"><v>0</v></c>'
    const spec = {
      sharedStrings: `<si><t>${'x'.repeat(1_000_000)}</t></si>`,
      sheets: { Sheet1: `<row>${cell.repeat(100)}</row>`.repeat(100) },
    }
    await expect(toCsv(await openWorkbook(createWorkbook(spec)), undefined, 100_000)).rejects.toThrow('too large')
  })

  it('or read, whatever bytes of it are changed', async () => {
    const file = readFileSync(new URL('../../../tests/support/files/workbook.xlsx', import.meta.url))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        async (changes) => {
          const changed = Buffer.from(file)
          for (const [at, byte] of changes) changed[at] = byte
          const reason = await problemOf(changed)
          expect(['damaged', 'no workbook', 'no sheet', 'too large', 'binary', null]).toContain(reason)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a sheet as CSV', () => {
  it('has the empty rows between the others, and none before the first', async () => {
    const rows = `<row r="3">${text('A3', 'address')}${text('B3', 'lat')}</row><row r="6">${text('A6', 'a, "b"')}${number('B6', '-1')}</row>`
    const workbook = await openWorkbook(createWorkbook({ sheets: { Sheet1: rows } }))
    expect(await toCsv(workbook, undefined, 100)).toEqual({
      content: Buffer.from('address,lat\r\n\r\n\r\n"a, ""b""",\'-1\r\n'),
      skippedRows: 2,
    })
    for (const maxRows of [1, 2, 3])
      expect((await toCsv(workbook, undefined, maxRows)).content.toString()).toBe(
        `address,lat\r\n${'\r\n'.repeat(maxRows - 1)}`,
      )
  })
})
