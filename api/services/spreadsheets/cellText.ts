/** How a workbook shows a number: as the number, with zeros before it, or as a date. */
export type NumberFormat =
  | { kind: 'number' }
  /** The zeros and hyphens of a format such as 00000 or 00000-0000. */
  | { kind: 'zeros'; mask: string }
  | { kind: 'date' | 'day and month' | 'month and year' }

export const plainNumber: NumberFormat = { kind: 'number' }

/** The formats that every workbook has, by their numbers. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
/** Dates of East Asia. */
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The format with a number, or with the code that the workbook gives it. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (id === 16) return { kind: 'day and month' }
    if (id === 17) return { kind: 'month and year' }
    return dateFormats.has(id) || isEastAsianDate(id) ? { kind: 'date' } : plainNumber
  }
  const signs = signsOf(code)
  if (/^0[0-]*$/.test(signs) && signs.length > 1) return { kind: 'zeros', mask: signs }
  if (/^d+-m{3}$/i.test(signs)) return { kind: 'day and month' }
  if (/^m{3}-y+$/i.test(signs)) return { kind: 'month and year' }
  return /[dmyhs]/i.test(signs) && !/general/i.test(signs) ? { kind: 'date' } : plainNumber
}

/** The part of a format code for positive numbers, without texts, colors and countries. Elapsed hours are dates, too. */
function signsOf(code: string): string {
  let signs = ''
  for (let at = 0; at < code.length && code[at] !== ';'; at += 1) {
    const sign = code[at]!
    if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', at + 1)
      if (end < 0) return signs
      const inside = code.slice(at + 1, end)
      if (sign === '[' && /^(?:h+|m+|s+)$/i.test(inside)) signs += inside
      at = end
    } else if (sign === '\\') {
      at += 1
      if (code[at] === '-') signs += '-'
    } else if (sign === '_' || sign === '*') at += 1
    else signs += sign
  }
  return signs
}

/** Larger numbers have lost digits, since a workbook keeps fifteen of them. */
const maxCertain = 1e15
const dayMs = 24 * 60 * 60_000
/** The day before day 1, and the first day behind the day that does not exist, in the dates that begin in 1900. */
const epochs = { 1900: Date.UTC(1899, 11, 31), 1904: Date.UTC(1904, 0, 1) }
const lastDay = 2_958_465
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The text of a cell with a number. A number is written with the digits that are certain: one of more than fifteen digits as 1.2E+17, as
 * a spreadsheet shows it, because the rest is lost. A date is '2026-11-18' or '2026-11-18 14:40:00', and '4-May' or 'May-04' where the
 * workbook shows only that.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const stored = Number(value)
  if (value.trim() === '' || !Number.isFinite(stored)) return value.trim()
  // Programs write up to seventeen digits, such as 42.860200000000003.
  const number = Number(stored.toPrecision(15))
  if (Math.abs(number) >= maxCertain) return number.toExponential().replace('e', 'E')
  if (format.kind === 'zeros') return withZeros(number, format.mask)
  if (format.kind === 'number') return String(number)
  return dateText(number, format.kind, is1904) ?? String(number)
}

function withZeros(number: number, mask: string): string {
  const digits = String(number)
  if (!/^\d+$/.test(digits)) return digits
  const padded = digits.padStart(mask.replaceAll('-', '').length, '0')
  // The hyphens are counted from the end.
  let text = ''
  let at = padded.length
  for (const sign of mask.split('').toReversed()) {
    if (sign === '-') text = `-${text}`
    else {
      at -= 1
      text = padded[at]! + text
    }
  }
  return padded.slice(0, at) + text
}

function dateText(days: number, kind: 'date' | 'day and month' | 'month and year', is1904: boolean): string | null {
  if (days < 0 || days > lastDay) return null
  // Seconds, because days are fractions that are not exact.
  const seconds = Math.round(days * 86_400)
  const isTime = seconds < 86_400 && !is1904
  if (isTime) return new Date(seconds * 1000).toISOString().slice(11, 19)
  // In 1900, workbooks have a February 29.
  const correction = is1904 || days < 60 ? 0 : dayMs
  if (!is1904 && days >= 60 && days < 61) return null
  const date = new Date(epochs[is1904 ? 1904 : 1900] + seconds * 1000 - correction)
  const month = months[date.getUTCMonth()]!
  if (kind === 'day and month') return `${date.getUTCDate()}-${month}`
  if (kind === 'month and year') return `${month}-${String(date.getUTCFullYear() % 100).padStart(2, '0')}`
  const text = date.toISOString()
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** A text of a workbook, in which characters that XML does not allow are written as `_x000D_`. */
export function decodeText(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}
