import { Malformed } from './errors.ts'

/** Which part of a list is wanted: after a cursor (GraphQL) or from an offset (REST). */
export interface PageRequest {
  limit: number
  after?: string | null
  offset?: number
}

export interface Page<T> {
  items: T[]
  /** The cursor of each item, in the same order. */
  cursors: string[]
  hasNextPage: boolean
}

export const defaultLimit = 100
export const maxLimit = 1000

/** `limit` between 1 and 1,000, and 100 when it is not given (design §6). */
export function clampLimit(limit: number | null | undefined): number {
  return Math.min(maxLimit, Math.max(1, Math.trunc(limit ?? defaultLimit)))
}

/** Lists run from newest to oldest; a cursor is the time (with microseconds, as the database writes it) and id of an item. */
export function encodeCursor(at: string, id: string): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

/** The time and id in a cursor; `Malformed` when it is not one of ours. */
export function decodeCursor(cursor: string): { at: string; id: string } {
  const [at, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!at || !id || rest.length > 0 || !isDatabaseTimestamp(at) || !uuidPattern.test(id))
    throw new Malformed('The cursor is not one that this list gave out.')
  return { at, id }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const timestampPattern =
  /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** Whether it is a moment as the database writes one: '2026-03-01 09:30:00.123456+00', on a day that there is. */
export function isDatabaseTimestamp(text: string): boolean {
  const [, day] = timestampPattern.exec(text) ?? []
  if (!day || day < '0001') return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** A page out of rows that were read with one more than the limit. */
export function pageOf<T extends { id: string; cursorAt: string }>(rows: T[], limit: number): Page<T> {
  const items = rows.slice(0, limit)
  return {
    items,
    cursors: items.map((item) => encodeCursor(item.cursorAt, item.id)),
    hasNextPage: rows.length > limit,
  }
}
