import { describe, expect, it } from 'vitest'
import { Malformed } from './errors.ts'
import {
  clampLimit,
  decodeCursor,
  encodeCursor,
  isDatabaseTimestamp,
  pageOf,
  readCursor,
  writeCursor,
} from './paging.ts'

const at = '2026-03-01 09:30:00.123456+00'
const id = '0198c0de-0000-7000-8000-000000000001'
const encoded = (text: string) => Buffer.from(text).toString('base64url')

describe('the limit of a page', () => {
  it.each([
    [undefined, 100],
    [null, 100],
    [25, 25],
    [1_000, 1_000],
    [1_001, 1_000],
    [0, 1],
    [-5, 1],
    [10.9, 10],
  ])('%s is taken as %i', (limit, clamped) => {
    expect(clampLimit(limit)).toBe(clamped)
  })
})

describe('a cursor', () => {
  it('names the time and id of an item, and needs no escaping in a URL', () => {
    const cursor = encodeCursor(at, id)
    expect(decodeCursor(cursor)).toEqual({ at, id })
    expect(cursor).toMatch(/^[\w-]+$/)
  })

  it.each([
    ['nothing', ''],
    ['a time without an id', encoded(at)],
    ['an id without a time', encoded(`|${id}`)],
    ['a time that does not exist', encoded(`2026-02-30 09:30:00+00|${id}`)],
    ['an id that is not a UUID', encoded(`${at}|1`)],
    ['a third part', encoded(`${at}|${id}|1`)],
    ['text that is not encoded', `${at}|${id}`],
  ])('is not valid with %s', (_, cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(new Malformed('The cursor is not valid for this list.'))
  })
})

describe('the parts of a cursor', () => {
  const anything = () => true

  it('are those that were written, of which one may have the separator', () => {
    expect(readCursor(writeCursor('owner', 'a|b||c', id), [anything, anything, anything], 1)).toEqual([
      'owner',
      'a|b||c',
      id,
    ])
    expect(readCursor(writeCursor(at, 7, 'type', ''), [anything, anything, anything, anything], 3)).toEqual([
      at,
      '7',
      'type',
      '',
    ])
  })

  it('are as many as the list has, and each is accepted', () => {
    const refused = new Malformed('The cursor is not valid for this list.')
    expect(() => readCursor(writeCursor('a'), [anything, anything])).toThrow(refused)
    expect(() => readCursor(writeCursor('a', 'b'), [anything, (part) => part === 'c'])).toThrow(refused)
  })
})

describe('a time as PostgreSQL formats it', () => {
  it.each([
    at,
    '2026-03-01 09:30:00+00',
    '2026-03-01 23:59:59.1-04',
    '2026-03-01 00:00:00+05:30',
    '1890-03-01 19:00:00-05:44:38',
    '2028-02-29 10:00:00+14',
    '0001-01-01 00:00:00+00',
  ])('can be %s', (text) => {
    expect(isDatabaseTimestamp(text)).toBe(true)
  })

  it.each([
    '',
    '2026-03-01',
    '2026-03-01T09:30:00+00',
    '2026-03-01 09:30:00',
    '2026-03-01 24:00:00+00',
    '2026-03-01 09:60:00+00',
    '2026-03-01 09:30:60+00',
    '2026-03-01 09:30:00.1234567+00',
    '2026-03-01 09:30:00+15',
    '2026-02-29 09:30:00+00',
    '2026-13-01 09:30:00+00',
    '0000-01-01 00:00:00+00',
    '12026-03-01 09:30:00+00',
    `${at}'; --`,
    'infinity',
  ])('cannot be %j', (text) => {
    expect(isDatabaseTimestamp(text)).toBe(false)
  })
})

describe('a page', () => {
  const rows = ['1', '2', '3'].map((digit) => ({ id: id.slice(0, -1) + digit, cursorAt: at }))

  it('has a next one if there is one row more than its limit, which it leaves out', () => {
    const { items, cursors, hasNextPage } = pageOf(rows, 2)
    expect(items).toEqual(rows.slice(0, 2))
    expect(cursors.map((cursor) => decodeCursor(cursor).id)).toEqual([rows[0]!.id, rows[1]!.id])
    expect(hasNextPage).toBe(true)
  })

  it('is the last one if it has all rows', () => {
    expect(pageOf(rows, 3)).toMatchObject({ items: rows, hasNextPage: false })
    expect(pageOf([], 3)).toEqual({ items: [], cursors: [], hasNextPage: false })
  })
})
