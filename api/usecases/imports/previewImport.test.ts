import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { Refused } from '../../domain/errors.ts'
import type { TextEncoding } from '../../services/csv/textEncoding.ts'
import { previewImport, runImportAgain, startImport } from './startImport.ts'

const { ctx, db, tenantId, finish } = await createImportContext()

const preview = (content: string | Buffer, encoding?: TextEncoding) =>
  previewImport(ctx, Buffer.from(content), 'properties', { encoding })
const cellsOf = async (content: string | Buffer, encoding?: TextEncoding) =>
  (await preview(content, encoding)).rows.map(({ cells }) => cells)
const text = 'address,owner\n1 Sample St,Plain Sample\n2 Sample St,"Sample, José"\n3 Sample St,Peña\n'
/** `José` as old Macintoshes wrote it. */
const macintosh = Buffer.from('address,owner\n2 Sample St,Jos\u008e\n', 'latin1')

describe('the preview of a CSV file', () => {
  it.each<[TextEncoding, Buffer]>([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('tells that it was read in %s, with the first line that shows it', async (encoding, content) => {
    expect(await preview(content)).toMatchObject({ encoding, sampleLine: '2 Sample St,"Sample, José"' })
    expect((await cellsOf(content))[1]).toEqual(['2 Sample St', 'Sample, José'])
  })

  it('shows the first line of a file whose characters are the same in all encodings', async () => {
    expect(await preview('\uFEFFaddress,owner\r\n1 Sample St,Sample Owner\r\n')).toMatchObject({
      encoding: 'utf-8',
      sampleLine: 'address,owner',
    })
  })

  it('shortens a long line around the character, and cuts none', async () => {
    const { sampleLine } = await preview(`address,owner\n${'x'.repeat(300)}José ${'ñ'.repeat(300)}\n`)
    expect(sampleLine).toMatch(/^x{77}José ñ+$/)
    expect(sampleLine!.length).toBeLessThanOrEqual(160)
  })

  it('is read in the encoding that is chosen', async () => {
    const content = Buffer.from(text)
    expect(await preview(content, 'windows-1252')).toMatchObject({
      encoding: 'windows-1252',
      sampleLine: '2 Sample St,"Sample, JosÃ©"',
    })
    expect(await preview(macintosh, 'macintosh')).toMatchObject({ sampleLine: '2 Sample St,José' })
    expect(await cellsOf(macintosh, 'macintosh')).toEqual([['2 Sample St', 'José']])
  })

  it('is refused, so that an encoding can be chosen, if the file is none of the encodings that are certain', async () => {
    const refusal = {
      message: expect.stringContaining('The file is not UTF-8. Choose its encoding'),
      fields: expect.objectContaining({ encoding: expect.any(String) }),
    }
    await expect(preview(macintosh)).rejects.toMatchObject(refusal)
  })

  it('is refused in an encoding that the file does not have', async () => {
    const message = 'The file cannot be read in this encoding. Choose another one.'
    await expect(preview(Buffer.from(text, 'latin1'), 'utf-8')).rejects.toThrow(message)
    await expect(preview(Buffer.from(text.slice(text.length % 2 ? 0 : 1)), 'utf-16le')).rejects.toThrow(message)
    await expect(preview(Buffer.from(text, 'utf16le'), 'windows-1252')).rejects.toThrow('NUL characters')
  })

  it.each([
    ['\uFEFFaddress;notes\n"1 Sample; St";"a\nb"\n', ['address', 'notes'], ['1 Sample; St', 'a\nb']],
    ['a\tb\n1\t2\n', ['a', 'b'], ['1', '2']],
    ['sep=;\r\naddress;city, state\r\n1 Sample St;x\r\n', ['address', 'city, state'], ['1 Sample St', 'x']],
    ['\uFEFF"sep=,"\na,b;c;d\n1,2\n', ['a', 'b;c;d'], ['1', '2']],
    ['SEP=\t\na\tb\n1\t2\n', ['a', 'b'], ['1', '2']],
    ['sep=;a;b\n1;2;3\n', ['sep=', 'a', 'b'], ['1', '2', '3']],
  ])('of %j has its headings and rows', async (content, headings, row) => {
    expect(await preview(content)).toMatchObject({ headings, rows: [{ row: 2, cells: row }] })
  })

  it('has the columns without a heading, and at most twenty rows', async () => {
    const file = readFileSync(path.resolve(import.meta.dirname, '../../../tests/support/files/unnamedColumn.csv'))
    expect((await preview(file)).headings).toContain('')
    expect((await preview(`a,b\n${'1,2\n'.repeat(1_000)}`)).rows).toHaveLength(20)
  })

  it.each([
    [521, '521'],
    [1_200, '1,200'],
  ])('is refused with %i columns, and says how many there are and how many can be imported', async (columns, count) => {
    const headings = Array.from({ length: columns }, (_, n) => `c${n}`).join()
    await expect(preview(`address,${headings.slice(3)}\n`)).rejects.toThrow(
      `The file has more than 500 columns, namely ${count}. Remove those that you do not need.`,
    )
  })
})

describe('the preview of a file of nothing but', () => {
  it.each([',', ';', '\t', '"', '",', '\n', 'a,', 'a', '"\n', '\0', '\ud800'])('%j', async (unit) => {
    try {
      const { headings, rows } = await preview(unit.repeat(65_536 / unit.length))
      expect(headings.length).toBeLessThanOrEqual(500)
      expect(rows.length).toBeLessThanOrEqual(20)
    } catch (error) {
      expect(error).toBeInstanceOf(Refused)
    }
  })
})

describe('an import in a chosen encoding', () => {
  it('reads the file so, also when it is imported after the check, and in the file of rows with errors', async () => {
    const content = Buffer.from('address,lat,lng,owner_name\n1 Sample Old Mac Rd,42.9,-90.9,Jos\u008e\n', 'latin1')
    const upload = { filename: 'sample.csv', content }
    await expect(startImport(ctx, upload, { list: 'properties', dryRun: true })).rejects.toThrow('Choose its encoding')
    const { id } = await startImport(ctx, upload, { list: 'properties', dryRun: true, encoding: 'macintosh' })
    expect((await finish(id)).counts).toMatchObject({ created: 1, failed: 0 })
    const mapping = { address: 'address', lat: 'lat', lng: 'lng', owner_name: 'owner_name' }
    await finish((await runImportAgain(ctx, id, { mapping })).id)
    const { rows } = await db.query(
      `select owner_name from properties where tenant_id = $1 and address = '1 Sample Old Mac Rd'`,
      [tenantId],
    )
    expect(rows).toEqual([{ owner_name: 'José' }])
  })
})
