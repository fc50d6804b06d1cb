import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWorkbook } from '../../../tests/support/documents/createWorkbook.ts'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { readJob } from '../jobs/jobs.ts'
import { previewImport, runImportAgain, startImport, type ImportRequest } from './startImport.ts'

const { ctx, db, tenantId, run, finish } = await createImportContext()
const workbook = readFileSync(path.resolve(import.meta.dirname, '../../../tests/support/files/workbook.xlsx'))

const start = (content: Buffer, more: Partial<ImportRequest> = {}) =>
  startImport(ctx, { filename: 'doors.xlsx', content }, { list: 'properties', onError: 'skip', ...more })

describe('an import of a workbook', () => {
  it('is previewed with its sheets, without those that are hidden, and with the numbers of its rows', async () => {
    const preview = await previewImport(ctx, workbook, 'properties')
    expect(preview).toMatchObject({ separator: ',', sheets: ['Doors', 'Other doors'], sheet: 'Doors' })
    expect(preview.headings.slice(0, 4)).toEqual(['address', 'city', 'state', 'zip_code'])
    expect(preview.rows.map(({ row, cells }) => [row, cells[0], cells[4]])).toEqual([
      [5, '1 Sample Sheet St', '42.8601'],
      [6, '2 Sample Sheet St', '42.8602'],
      [9, '3 Sample Sheet St', '42.8603'],
      [10, '4 Sample Sheet St, Sampleton', '42.8604'],
    ])
    expect(await previewImport(ctx, workbook, 'properties', { sheet: 'Other doors' })).toMatchObject({
      headings: ['address', 'lat', 'lng'],
      rows: [{ row: 2, cells: ['5 Sample Sheet St', '42.8605', '-90.1005'] }],
      sheet: 'Other doors',
    })
    expect(preview).toMatchObject({ encoding: null, sampleLine: null })
    const csv = await previewImport(ctx, Buffer.from('address;lat\n1 Oak St;42\n'), 'properties')
    expect(csv).toMatchObject({ separator: ';', headings: ['address', 'lat'], sheets: null, sheet: null })
  })

  it('saves its cells as they are shown, and names the rows with damaged numbers', async () => {
    const { counts, errors, separator } = await finish((await start(workbook)).id)
    expect(counts).toEqual({ created: 3, updated: 0, skipped: 0, unsure: 0, failed: 1 })
    expect(separator).toBe(',')
    expect(errors).toEqual([
      {
        row: 9,
        column: 'parcel_id',
        message:
          'A spreadsheet has shortened this number (4.90715123456789E+17): format the column as text and export the file again.',
      },
    ])
    const { rows } = await db.query(
      `select address, city, zip_code, lat::float, parcel_id, owner_name, owner_address, priority, created_at, notes
       from properties where tenant_id = $1 order by address`,
      [tenantId],
    )
    expect(rows).toMatchObject([
      {
        address: '1 Sample Sheet St',
        zip_code: '02139',
        lat: 42.8601,
        parcel_id: '0001234567',
        owner_name: 'Sample Peña, José',
        owner_address: '12 Mail St, Apt 4, Mailton, IL 61000',
        priority: 'high',
        notes: 'stored value',
      },
      {
        zip_code: '02139',
        lat: 42.8602,
        parcel_id: '00-123',
        owner_name: 'Sample Owner  Two',
        priority: 'normal',
        notes: null,
      },
      { city: null, zip_code: '02139', parcel_id: '00-124', owner_name: 'line one\nline "two"' },
    ])
    expect(rows[0].created_at.toISOString().slice(0, 10)).toBe('2026-02-10')
  })

  it('reads the chosen sheet, also again after a check', async () => {
    const { id } = await start(workbook, { sheet: 'Other doors', dryRun: true })
    expect((await finish(id)).counts).toMatchObject({ created: 1, failed: 0 })
    const again = await runImportAgain(ctx, id, { mapping: { address: 'address', lat: 'lat', lng: 'lng' } })
    const { counts, headings } = await finish(again.id)
    expect([counts.created, headings]).toEqual([1, ['address', 'lat', 'lng']])
  })

  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  it.each([
    ['a hidden sheet', () => start(workbook, { sheet: 'Notes' }), 'The workbook has no such sheet.'],
    ['an empty sheet', () => start(createWorkbook()), 'The file is empty.'],
    ['a damaged workbook', () => start(workbook.subarray(0, 3_000)), 'This is a workbook or a zip file.'],
    ['an old workbook', () => start(Buffer.from('d0cf11e0a1b11ae10000', 'hex')), 'This is an old workbook (.xls)'],
    [
      'two columns of one name',
      () => start(createWorkbook({ sheets: { A: `<row>${cell('address')}${cell('address')}</row>` } })),
      'Two columns have the heading "address".',
    ],
  ])('is refused with %s', async (_what, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message)
  })

  it('is refused with more rows than a file may have, empty ones included', async () => {
    const row = (n: number) => `<row r="${n}">${cell(n === 1 ? 'address' : `${n} Sample Long St`)}</row>`
    const { id } = await start(createWorkbook({ sheets: { A: row(1) + row(100_003) } }))
    await run(id)
    expect(await readJob(ctx, id)).toMatchObject({
      status: 'failed',
      error: 'A file can have at most 100,000 rows, empty ones included. Split it.',
    })
  })
})
