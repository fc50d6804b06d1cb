import pg from 'pg'
import { expect, it } from 'vitest'
import { parseTimestamp } from './timestamps.ts'

const parseLikeLibrary = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

it.each([
  '2026-03-01 09:30:00+00',
  '2026-12-31 23:59:59.999999+00',
  '2024-02-29 00:00:00.000001+00',
  '2026-03-01 09:30:00.5+00',
  '2026-03-01 09:30:00.05+00',
  '2026-03-01 09:30:00.1239+00',
  '0099-01-01 00:00:00+00',
  '0100-01-01 00:00:00+00',
  '12026-03-01 09:30:00.25+00',
  '0044-03-15 00:00:00+00 BC',
  '2026-03-01 09:30:00.123456-05',
  '2026-03-01 09:30:00.123456+05:30',
  'infinity',
  '-infinity',
])('parses %s like node-postgres', (text) => {
  expect(parseTimestamp(text)).toEqual(parseLikeLibrary(text))
})
