import { expect, it } from 'vitest'
import { readPdf } from '../../../tests/support/documents/readPdf.ts'
import { withLongestTurn } from '../../../tests/support/longestTurn.ts'
import { writeTextPdf } from './writeTextPdf.ts'

const columns = [
  { heading: 'Number', width: 60 },
  { heading: 'Text', width: 200 },
]
const write = (rows: readonly (readonly string[])[]) =>
  writeTextPdf({ title: 'Sample', createdAt: new Date(0), paragraphs: ['One.\nTwo.'], table: { columns, rows } })

it('writes each row of a table, with the headings on each page', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`${n}`, `Row ${n}`])
  const pages = readPdf(await write(rows))
  expect(pages.length).toBeGreaterThan(2)
  for (const { texts } of pages) expect(texts.map(({ text }) => text)).toContain('Number')
  const numbers = pages.flatMap(({ texts }) => texts.map(({ text }) => text).filter((text) => /^\d+$/.test(text)))
  expect(numbers).toEqual(rows.map(([number]) => number))
  for (const { width, height, texts } of pages)
    for (const { x, y } of texts) expect([x > 0 && x < width, y > 0 && y < height]).toEqual([true, true])
})

it('breaks a long cell into lines, and cuts one that is longer than a page', async () => {
  const long = 'Sample words that go on and on, '.repeat(8)
  const pages = readPdf(
    await write([
      ['1', long],
      ['2', long.repeat(50)],
      ['3', 'after'],
    ]),
  )
  const texts = pages.flatMap((page) => page.texts.map(({ text }) => text))
  expect(texts.filter((text) => text.startsWith('Sample words')).length).toBeGreaterThan(5)
  expect(texts).toContain('after')
  expect(pages.length).toBeLessThan(5)
})

it('lets other requests be answered while it writes a long table', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => [`${n}`, `Row ${n} of many`])
  const { result, turnMs } = await withLongestTurn(() => write(rows))
  expect(readPdf(result).length).toBeGreaterThan(20)
  expect(turnMs).toBeLessThan(200)
})
