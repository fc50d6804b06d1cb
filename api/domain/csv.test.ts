import { spawnSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRows, escapeFormula, unescapeFormula } from './csv.ts'
import { cellText } from './imports/importCells.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
const before = ['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0001', ' \n\t ']
const formulas = [
  ...signs.flatMap((sign) => before.map((space) => `${space}${sign}cmd|'/C calc'!A0`)),
  '\tx',
  '\nx',
  '\rx',
]

describe('a text that a spreadsheet would run as a formula', () => {
  it.each(formulas)('%j begins with an apostrophe in a file', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
  })

  it.each(['', 'x', '1-2', "'", "'x", ' x', 'a=1', '\u{1f3e0}=', '\ud800', 'é@'])('is not %j', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })

  it('is the same again without the apostrophe, as is one that began with apostrophes before', () => {
    const texts = [...formulas, ...formulas.map((text) => `'${text}`), ...formulas.map((text) => `'' ${text}`)]
    for (const text of texts) expect(unescapeFormula(escapeFormula(text))).toBe(text)
  })

  it('comes back from a file as it was, whatever characters it has', () => {
    const text = fc.string({
      unit: fc.constantFrom(...signs, ...before, "'", '"', ',', ';', 'x', '1', '\u{1f3e0}'),
    })
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        (cells, separator) => {
          const file = csvRows(
            [
              ['heading', ...cells],
              ['x', ...cells],
            ],
            separator,
          )
          const rows = parse(file, { delimiter: separator, record_delimiter: '\r\n' })
          expect(rows.map((row) => row.map(unescapeFormula))).toEqual([
            ['heading', ...cells],
            ['x', ...cells],
          ])
          for (const cell of rows.flat()) expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u)
        },
      ),
    )
  })
})

describe('the rows of a file', () => {
  const cells = ['door\nnote', 'a\rb', 'a\r\nb', '\n', 'say "yes"', 'a,b', 'a;b', 'a\tb', '', ' x ', "'=1", '=1', 'x']
  const rows = [['heading', ...cells], ...cells.map((cell) => [cell, ...cells])]

  it.each([',', ';', '\t'])('are read by a strict reader of RFC 4180 as they were, with %j', (separator) => {
    expect(readStrictly(csvRows(rows, separator), separator).map((row) => row.map(unescapeFormula))).toEqual(rows)
  })

  // A machine without Python has the strict reader above, which refuses whatever RFC 4180 does not allow.
  it.skipIf(spawnSync('python3', ['--version']).status !== 0)('are read by Python as they were', () => {
    const script =
      'import csv, io, json, sys; text = io.TextIOWrapper(sys.stdin.buffer, "utf-8", newline=""); print(json.dumps(list(csv.reader(text, strict=True))))'
    const { stdout, stderr } = spawnSync('python3', ['-c', script], { input: csvRows(rows), encoding: 'utf8' })
    expect(stderr).toBe('')
    expect((JSON.parse(stdout) as string[][]).map((row) => row.map(unescapeFormula))).toEqual(rows)
  })
})

/** The cells of a file in which each record ends with CRLF and each cell with a quote, separator or line break is quoted. Throws for any other. */
function readStrictly(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"')
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('A quote is not closed.')
        if (text[at] === '"' && text[(at += 1)] !== '"') break
        cell += text[at]
      }
    else
      for (; at < text.length && text[at] !== separator && !text.startsWith('\r\n', at); at += 1) {
        if ('"\r\n'.includes(text[at]!)) throw new Error(`A cell without quotes has ${JSON.stringify(text[at])}.`)
        cell += text[at]
      }
    row.push(cell)
    if (text[at] === separator) at += 1
    else if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`A cell is followed by ${JSON.stringify(text[at])}.`)
  }
  return rows
}

describe('a cell of an import', () => {
  it.each(formulas)('with an apostrophe before %j has that text', (text) => {
    expect(cellText(`'${text}`)).toBe(text)
    expect(cellText(` '${text}`)).toBe(text)
  })

  it.each([
    ['="00123"', '00123'],
    [' ="00123" ', '00123'],
    ['="1-2"', '1-2'],
    ['=""', ''],
    ['="a ""b"""', 'a "b"'],
    ['\'="00123"', '="00123"'],
    ['="a"&"b"', '="a"&"b"'],
    ['=00123', '=00123'],
  ])('of %j, which may be a formula that is only a text, is %j', (cell, text) => {
    expect(cellText(cell)).toBe(text)
  })

  it('has no whitespace around it', () => {
    expect(cellText(' \n-1 \t')).toBe('-1')
  })
})

describe('a line break in a cell', () => {
  it.each(['\n', '\r', '\r\n'])('%j is quoted, so that no row begins with what follows', (lineBreak) => {
    expect(csvRows([['x', `a${lineBreak}=1+1`]])).toBe(`x,"a${lineBreak}=1+1"\r\n`)
  })
})

describe('a value', () => {
  it.each([
    ['nothing', null, ''],
    ['nothing', undefined, ''],
    ['a truth', true, 'true'],
    ['a time', new Date('2026-03-01T12:00:00Z'), '2026-03-01T12:00:00.000Z'],
    ['a list of words', ['hail', 'new roof'], '"hail, new roof"'],
    ['an empty list', [], ''],
    ['a list of words and numbers', ['a', 1], '"[""a"",1]"'],
    ['a list of words that is a formula', ['=1+1', 'x'], '"\'=1+1, x"'],
    ['an object', { every: 1 }, '"{""every"":1}"'],
  ])('that is %s (%j) is written so that a person and a program can read it', (_what, value, text) => {
    expect(csvRows([[value, 'x']])).toBe(`${text},x\r\n`)
  })
})

describe('a number', () => {
  it('is written as a number', () => {
    expect(csvRows([[-86.16, 1e21, 0, '-86.16']])).toBe("-86.16,1e+21,0,'-86.16\r\n")
  })
})
