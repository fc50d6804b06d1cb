import { TZDate } from '@date-fns/tz'
import { readTextFormula, unescapeFormula } from '../csv.ts'
import { Refused } from '../errors.ts'
import { priorityLabels, propertyTypeLabels, propertyTypes, type Priority, type PropertyType } from '../enums.ts'

/** The text of a cell as it was before an export: without surrounding whitespace, unless an apostrophe protected it. */
export function cellText(cell: string): string {
  const text = cell.trimStart()
  const plain = unescapeFormula(text)
  return plain === text ? readTextFormula(text.trimEnd()) : plain
}

/** 'Metal Roof' and 'metal-roof' are both `metal_roof`. */
const normalizeWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** One of the values, by itself or by its label, in any case and with spaces. Throws `Refused`, which names the labels. */
export function parseChoice<Value extends string>(text: string, labels: Record<Value, string>, what: string): Value {
  const word = normalizeWord(text)
  const named = Object.entries<string>(labels) as [Value, string][]
  const found = named.find(([value, label]) => word === value || word === normalizeWord(label))
  if (!found) throw new Refused(`No ${what} "${shorten(text)}". Use ${Object.values(labels).join(', ')}.`)
  return found[0]
}

/** A type of property, also in the plural and by the name that the screens show. Throws `Refused`. */
export function parseTag(text: string): PropertyType {
  const word = normalizeWord(text)
  const found = propertyTypes.find((type) =>
    [type, normalizeWord(propertyTypeLabels[type])].some((name) => word === name || word === `${name}s`),
  )
  if (!found) throw new Refused(`No tag for "${shorten(text)}". Use ${Object.values(propertyTypeLabels).join(', ')}.`)
  return found
}

/** Types of property, separated by semicolons or commas. Throws `Refused`. */
export function parseTags(text: string): PropertyType[] {
  const parts = text.split(/[;,]/).filter((part) => part.trim() !== '')
  return [...new Set(parts.map(parseTag))]
}

const yesWords = new Set(['y', 'yes', 'true', '1'])
const noWords = new Set(['n', 'no', 'false', '0'])

/** A priority, or whether it is high. Throws `Refused`. */
export function parsePriority(text: string): Priority {
  const word = normalizeWord(text)
  if (yesWords.has(word) || word === 'urgent') return 'high'
  if (noWords.has(word)) return 'normal'
  return parseChoice(text, priorityLabels, 'priority')
}

/** Yes or no. Throws `Refused`. */
export function parseYesNo(text: string): boolean {
  const word = normalizeWord(text)
  if (yesWords.has(word)) return true
  if (noWords.has(word)) return false
  throw new Refused(`"${shorten(text)}" is neither yes nor no.`)
}

/** Parses an amount in US dollars, such as `1200.5` or `$1,200.50`. Throws `Refused`. */
export function parseDollars(text: string): number {
  const digits = text.replaceAll(/[$,\s]/g, '')
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits)) throw new Refused(`"${shorten(text)}" is not an amount of dollars.`)
  return Number(digits)
}

/** Degrees between -`max` and `max`, or as many as `limit`, which the caller then checks. Throws `Refused`. */
export function parseDegrees(text: string, max: number, limit = max): number {
  const value = Number(text)
  if (!Number.isFinite(value) || Math.abs(value) > limit)
    throw new Refused(`"${shorten(text)}" is not a number between -${max} and ${max}.`)
  return value
}

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/
const americanPattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i

/**
 * Parses `2026-11-18`, `2026-11-18T14:40:00Z` or `11/18/2026 2:40 PM`. A time without an offset is in `timeZone`. Throws `Refused`.
 */
export function parseDateTime(text: string, timeZone: string): Date {
  const time = isoPattern.test(text) ? parseIso(text, timeZone) : parseAmerican(text, timeZone)
  if (!time) throw new Refused(`"${shorten(text)}" is not a date. Write it as 2026-11-18 or 11/18/2026.`)
  return time
}

/** Parses a time like `parseDateTime`. Also throws `Refused` if the time is before 1970 or in the future. */
export function parseTime(text: string, timeZone: string, now: Date): Date {
  const time = parseDateTime(text, timeZone)
  if (time.getTime() > now.getTime()) throw new Refused(`"${shorten(text)}" is in the future.`)
  if (time.getTime() < 0) throw new Refused(`"${shorten(text)}" is before 1970.`)
  return time
}

function parseIso(text: string, timeZone: string): Date | null {
  const [, year, month, day, hour, minute, second, fraction, zone] = isoPattern.exec(text)!
  if (zone === undefined) return localTime(timeZone, year!, month!, day!, hour, minute, second)
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const time = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}.${(fraction ?? '0').slice(0, 3).padEnd(3, '0')}${offset}`,
  )
  return isDay(year!, month!, day!) && !Number.isNaN(time.getTime()) ? time : null
}

function parseAmerican(text: string, timeZone: string): Date | null {
  const [, month, day, year, hour, minute, second, half] = americanPattern.exec(text) ?? []
  if (year === undefined) return null
  const isAfternoon = half?.toLowerCase() === 'pm'
  const hours = half === undefined || hour === undefined ? hour : String((Number(hour) % 12) + (isAfternoon ? 12 : 0))
  return localTime(timeZone, year, month!, day!, hours, minute, second)
}

function localTime(timeZone: string, year: string, month: string, day: string, hour = '0', minute = '0', second = '0') {
  if (!isDay(year, month, day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return new Date(
    new TZDate(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      timeZone,
    ).getTime(),
  )
}

/** February 30 is no day. */
function isDay(year: string, month: string, day: string): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
