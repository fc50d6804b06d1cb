import { isLongForm } from './longForm.ts'

const megabyte = 1024 * 1024
/** An upload of exactly the maximum is refused. */
const maxFileBytes = 20 * megabyte - 1
const headings = 'address,lat,lng'

/** The text or bytes of `unit` repeated up to the maximum size of a file, after a row of headings. */
function filled(unit: string | Uint8Array, first = `${headings}\n`): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(maxFileBytes, unit)
  bytes.write(first)
  return new Uint8Array(bytes)
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const rows = (count: number, row: (n: number) => string) =>
  bytes(`${headings}\n${Array.from({ length: count }, (_, n) => row(n)).join('\n')}\n`)
const house = (n: number) => `${n + 1} Worst Sample St,${(39 + n / 1e6).toFixed(6)},-86.1`

interface WorstFile {
  file: () => Uint8Array<ArrayBuffer>
  message: string | null
}

/**
 * Files that take a reader of CSV much time or memory, up to the maximum size of an upload. Each has the beginning of what its upload
 * or its job answers, or null for one whose rows are counted, of which a file has more in the long form.
 */
export const makeWorstFiles = (isLong = isLongForm): Record<string, WorstFile> => ({
  '20 MB of line breaks': { file: () => filled('\n'), message: 'A file can have at most 100,000 rows' },
  '20 MB of line breaks of Windows': { file: () => filled('\r\n'), message: 'A file can have at most 100,000 rows' },
  '20 MB of commas': { file: () => filled(','), message: 'The file has a row with more than 100,000 cells' },
  '20 MB of commas as headings': { file: () => filled(',', 'a'), message: 'The file has a row with more than 100,000' },
  '20 MB of quotes': { file: () => filled('"'), message: 'Row 2 is longer than 1,000,000 characters' },
  '20 MB of quotes and commas': { file: () => filled('",'), message: 'The file has a row with more than' },
  '20 MB of quotes and line breaks': { file: () => filled('"\n'), message: 'A file can have at most 100,000 rows' },
  '20 MB of quotes within a cell': { file: () => filled('x"'), message: 'Row 2 is longer than 1,000,000 characters' },
  'a line of 20 MB': { file: () => filled('x', headings), message: 'Row 1 is longer than 1,000,000 characters' },
  'rows of a megabyte': { file: () => rows(8, () => `1 ${'x'.repeat(900_000)},1,1`), message: null },
  'ragged rows': { file: () => rows(isLong ? 100_000 : 20_000, (n) => 'x,'.repeat(n % 10)), message: null },
  'rows with errors in each cell': {
    file: () => rows(isLong ? 30_000 : 10_000, () => '"",=north,+west'),
    message: null,
  },
  'houses of one door in ever new cities': {
    file: () => rows(isLong ? 40_000 : 10_000, (n) => `"1 Worst Sample St, Town ${n}",39.1,-86.1`),
    message: null,
  },
  'addresses of spaces and digits': {
    file: () => rows(isLong ? 20_000 : 5_000, (n) => `"${'1 '.repeat(90)}${n}",39.1,-86.1`),
    message: null,
  },
  'a heading of a megabyte': { file: () => bytes(`${'h'.repeat(megabyte)},lat,lng\n`), message: 'Row 1 is longer' },
  'a heading of 900,000 characters': { file: () => bytes(`${'h'.repeat(900_000)},lat\n`), message: 'The heading "hhh' },
  '100,000 columns': {
    file: () => bytes(`${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')}\n1\n`),
    message: 'The file has more than 500 columns',
  },
  'quotes that are never closed': { file: () => rows(20_000, (n) => `"${house(n)}`), message: null },
  'NUL characters': { file: () => filled('\0'), message: 'The file contains NUL characters' },
  'lone surrogates': {
    file: () => new Uint8Array(Buffer.alloc(maxFileBytes, Buffer.from([0xed, 0xa0, 0x80]))),
    message: 'The file is not UTF-8',
  },
  'bytes of Windows-1252': {
    file: () => filled(Buffer.from([0x93, 0xe9, 0x94, 0x0a])),
    message: 'A file can have at most 100,000 rows',
  },
  '20 MB of bytes of Windows-1252 in one row': {
    file: () => new Uint8Array(Buffer.alloc(maxFileBytes, 0xe9)),
    message: 'Row 1 is longer than 1,000,000 characters',
  },
  '20 MB of UTF-16': {
    file: () => {
      const bytes = Buffer.alloc(maxFileBytes - 1, '\u65e5\n', 'utf16le')
      bytes.write(`\uFEFF${headings}\n`, 'utf16le')
      return new Uint8Array(bytes)
    },
    message: 'A file can have at most 100,000 rows',
  },
  'two encodings': {
    file: () => new Uint8Array(Buffer.alloc(maxFileBytes, Buffer.from([0xc3, 0xa9, 0xe9, 0x0a]))),
    message: 'The file is not UTF-8',
  },
  'line breaks of every kind': { file: () => filled('\r\n\r'), message: 'A file can have at most 100,000 rows' },
})
