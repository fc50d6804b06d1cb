import { stringify } from 'csv-stringify/sync'

/** How a value is written to a cell of a CSV file. */
export type CellValue = string | number | boolean | Date | null | undefined | object

/**
 * What a spreadsheet may run as a formula: a text that begins with a sign, also one of another width, whatever cannot be seen
 * before it, or with a tab or line break. Apostrophes before it count, so that `unescapeFormula` can tell them from the added one.
 */
const formula = /^'*(?:[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\n])/u

/** The text as it is written to a CSV file: one that a spreadsheet would run as a formula begins with one more apostrophe. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text without the apostrophe that `escapeFormula` adds. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

const textFormula = /^="((?:[^"]|"")*)"$/

/** The text of a formula that is only a text: exports write `="00123"` to keep the zeros in a spreadsheet. Any other text as it is. */
export function readTextFormula(text: string): string {
  return textFormula.exec(text)?.[1]?.replaceAll('""', '"') ?? text
}

/** Rows as CSV (RFC 4180). Every CSV file is written by this function. Numbers are written as they are. */
export function csvRows(rows: readonly (readonly CellValue[])[], separator = ','): string {
  return stringify(
    rows.map((row) => row.map(toText)),
    // A line break in a cell that is not quoted begins a row, whose first cell may be a formula.
    { record_delimiter: '\r\n', quote_record_delimiter: true, delimiter: separator },
  )
}

function toText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (value instanceof Date) return value.toISOString()
  return escapeFormula(typeof value === 'string' ? value : toNestedText(value))
}

/** A list of words, such as tags, as words with commas in between; anything else as JSON. */
function toNestedText(value: object): string {
  const isWords = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isWords ? value.join(', ') : JSON.stringify(value)
}
