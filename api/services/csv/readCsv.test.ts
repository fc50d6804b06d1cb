import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRows, unescapeFormula } from '../../domain/csv.ts'
import { CsvProblem, readCsv, type CsvOptions, type CsvRow } from './readCsv.ts'

async function rowsOf(text: string, options: Partial<CsvOptions> = {}, chunkBytes = 7): Promise<CsvRow[]> {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  )
  const rows: CsvRow[] = []
  for await (const batch of readCsv(chunks, { separator: ',', ...options })) rows.push(...batch)
  return rows
}

const cellsOf = async (text: string, options?: Partial<CsvOptions>) =>
  (await rowsOf(text, options)).map(({ cells }) => cells)

describe('a CSV file', () => {
  it('is read as it was written, in chunks of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '\u{1f3e0}') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (written, chunkBytes) => {
        const read = await rowsOf(csvRows(written), {}, chunkBytes)
        expect(read.map(({ cells }) => cells.map(unescapeFormula))).toEqual(written)
      }),
    )
  })

  it('has rows of any length, empty ones and line breaks of any kind', async () => {
    expect(await rowsOf('a,b\r\n1\n\n1,2,3\r"x\ny",\n')).toEqual([
      { row: 1, line: 1, cells: ['a', 'b'] },
      { row: 2, line: 2, cells: ['1'] },
      { row: 3, line: 3, cells: [''] },
      { row: 4, line: 4, cells: ['1', '2', '3'] },
      { row: 5, line: 6, cells: ['x\ny', ''] },
    ])
  })

  it('has its first rows read without the others, of a source of any speed', async () => {
    const source = (async function* () {
      for (let n = 0; n < 50; n += 1) {
        yield Buffer.from(`a${n},b\n`.repeat(10_000))
        await Promise.resolve()
      }
    })()
    const rows: CsvRow[] = []
    for await (const batch of readCsv(source, { separator: ',', to: 1 })) rows.push(...batch)
    expect(rows).toEqual([{ row: 1, line: 1, cells: ['a0', 'b'] }])
  })

  it('has no row for a first line that is skipped, which counts as a line', async () => {
    expect(await rowsOf('sep=;\r\na,b\r\n1,2', { skipsFirstLine: true })).toEqual([
      { row: 1, line: 2, cells: ['a', 'b'] },
      { row: 2, line: 3, cells: ['1', '2'] },
    ])
  })

  it('keeps quotes within a cell where that is allowed', async () => {
    expect(await cellsOf('a 12" pipe,"b"c\n', { relaxQuotes: true })).toEqual([['a 12" pipe', '"b"c']])
    await expect(cellsOf('"b"c\n')).rejects.toMatchObject({ reason: 'wrong quote', row: 1 })
  })
})

describe('a file that cannot be read', () => {
  const problemOf = (text: string, options?: Partial<CsvOptions>) =>
    rowsOf(text, options, 65_536).catch((error: unknown) => error)

  it.each([
    ['an open quote', 'a\n"b\nc', { reason: 'open quote', row: 2 }],
    ['a row of a megabyte', `a\n${'x'.repeat(1_000_100)}`, { reason: 'long row', row: 2 }],
    ['a quoted row of a megabyte', `a\n"${'x\n'.repeat(500_001)}"`, { reason: 'long row', row: 2 }],
    ['too many cells', `a\n${','.repeat(300_000)}`, { reason: 'many cells' }],
    ['too many rows', 'a\n\n\n\n', { reason: 'many rows', row: 4 }],
  ])('names its row: %s', async (_, text, problem) => {
    const error = await problemOf(text, { maxRows: 3 })
    expect(error).toBeInstanceOf(CsvProblem)
    expect(error).toMatchObject(problem)
  })

  it('passes an error of its source on', async () => {
    const source = (async function* () {
      yield Buffer.from('a\nb\n')
      await Promise.resolve()
      throw new Error('The disk is away')
    })()
    const rows = readCsv(source, { separator: ',' })
    await expect(
      (async () => {
        for await (const _ of rows);
      })(),
    ).rejects.toThrow('The disk is away')
  })
})

it('makes no error for a row whose number of cells differs', async () => {
  const made = Error.captureStackTrace
  let errors = 0
  Error.captureStackTrace = (...parameters) => {
    errors += 1
    made(...parameters)
  }
  try {
    const rows = await rowsOf(`a,b\n${'\n1,2,3\n'.repeat(1_000)}`, {}, 65_536)
    expect(rows).toHaveLength(2_001)
  } finally {
    Error.captureStackTrace = made
  }
  expect(errors).toBeLessThan(100)
})
