import { Malformed } from './errors.ts'
import { isStoredUuid } from './ids.ts'

/** The page of a list to read: after a cursor (GraphQL) or from an offset (REST). */
export interface PageRequest {
  limit: number
  after?: string | null
  offset?: number
}

export interface Page<T> {
  items: T[]
  /** The cursors of the items, in the same order. */
  cursors: string[]
  hasNextPage: boolean
}

export const defaultLimit = 100
export const maxLimit = 1000

/** `limit` clamped to between 1 and 1,000; 100 if it is not given (design §6). */
export function clampLimit(limit: number | null | undefined): number {
  return Math.min(maxLimit, Math.max(1, Math.trunc(limit ?? defaultLimit)))
}

/** The cursor of an item: the parts of its position in the list. Its order says what they are. */
export function writeCursor(...parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join('|')).toString('base64url')
}

/**
 * The parts of a cursor, each of which its check accepts. Only the one at `textAt` may contain the separator. Throws `Malformed`
 * if `writeCursor` cannot have produced the cursor for this order.
 */
export function readCursor(cursor: string, checks: readonly ((part: string) => boolean)[], textAt = 0): string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split('|')
  const separators = parts.length - checks.length
  if (separators > 0) parts.splice(textAt, separators + 1, parts.slice(textAt, textAt + separators + 1).join('|'))
  if (parts.length !== checks.length || !parts.every((part, index) => checks[index]!(part)))
    throw new Malformed('The cursor is not valid for this list.')
  return parts
}

/** The position in a cursor of a list that is ordered by a position in a log or a file. */
export function readPosition(cursor: string): number {
  return Number(readCursor(cursor, [isPosition])[0])
}

export const isPosition = (part: string) => /^[0-9]{1,15}$/.test(part)

/** The cursor of an item of a list that is sorted newest first: the time, as PostgreSQL formats it with microseconds, and the id. */
export function encodeCursor(at: string, id: string): string {
  return writeCursor(at, id)
}

/** The time and id in a cursor. Throws `Malformed` if `encodeCursor` cannot have produced it. */
export function decodeCursor(cursor: string): { at: string; id: string } {
  const [at, id] = readCursor(cursor, [isDatabaseTimestamp, isStoredUuid])
  return { at: at!, id: id! }
}

const timestampPattern =
  /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** Whether the text is a timestamp as PostgreSQL formats it, '2026-03-01 09:30:00.123456+00', on an existing date. */
export function isDatabaseTimestamp(text: string): boolean {
  const [, day] = timestampPattern.exec(text) ?? []
  if (!day || day < '0001') return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** A page from rows that were queried with `limit + 1`: the extra row tells whether there is a next page. */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit)
  return { items, cursors: items.map(cursorOf), hasNextPage: rows.length > limit }
}

/** `toPage` of a list that is sorted newest first. */
export function pageOf<T extends { id: string; cursorAt: string }>(rows: T[], limit: number): Page<T> {
  return toPage(rows, limit, ({ cursorAt, id }) => encodeCursor(cursorAt, id))
}
