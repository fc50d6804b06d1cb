import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { CellValue } from '../../domain/csv.ts'
import { toCsv } from './csv.ts'

async function write(rows: CellValue[][], options?: { bom?: boolean }): Promise<string> {
  const parts: Buffer[] = []
  const pages = (async function* () {
    for (const row of rows) yield [row]
  })()
  for await (const part of toCsv(['first', 'second'], pages, options)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('a CSV file', () => {
  it('has the headings, and a row for each record', async () => {
    expect(await write([['a', 1]])).toBe('first,second\r\na,1\r\n')
    expect(await write([])).toBe('first,second\r\n')
  })

  it('keeps quotes, commas, line breaks and characters of every language', async () => {
    const row = ['He said "no", twice', 'Línea 1\nライン 2\r\n🏠']
    expect(parse(await write([row]))).toEqual([['first', 'second'], row])
  })

  it('writes times, booleans, lists and objects so that they can be read again', async () => {
    const text = await write([
      [new Date('2026-11-24T10:00:00Z'), true],
      [['storm', 'concrete'], { gate: '12"' }],
      [null, undefined],
    ])
    expect(parse(text).slice(1)).toEqual([
      ['2026-11-24T10:00:00.000Z', 'true'],
      ['storm, concrete', '{"gate":"12\\""}'],
      ['', ''],
    ])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('does not let a program run %j', async (text) => {
    expect(parse(await write([[text, 'x']]))[1]).toEqual([`'${text}`, 'x'])
  })

  it('leaves numbers as they are', async () => {
    expect(await write([[-86.16, '1-2']])).toBe('first,second\r\n-86.16,1-2\r\n')
  })

  it('is written in parts, so that a page of long texts does not keep requests waiting', async () => {
    const page = Array.from({ length: 1_000 }, () => ['note '.repeat(2_000), 'x'])
    const parts: number[] = []
    for await (const part of toCsv(['first', 'second'], Readable.from([page]))) parts.push(part.length)
    expect(Math.max(...parts)).toBeLessThan(1_000_000)
    expect(parts.reduce((sum, size) => sum + size)).toBeGreaterThan(10_000_000)
  })

  it('begins with a byte order mark where one is asked for', async () => {
    expect((await write([['é', 1]], { bom: true })).startsWith('\ufefffirst')).toBe(true)
  })
})
