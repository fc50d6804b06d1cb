import pg from 'pg'

const { TIMESTAMPTZ } = pg.types.builtins
/** A timestamp in UTC as PostgreSQL prints it. Years before 100 are excluded: `Date.UTC` adds 1900 to them. */
const utcTimestamp = /^(?!00)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

/** Parses a timestamp with the result of node-postgres. Timestamps in UTC take a quarter of the time. */
export function parseTimestamp(text: string): Date {
  if (!utcTimestamp.test(text)) return pg.types.getTypeParser(TIMESTAMPTZ)(text) as Date
  const digit = (at: number) => text.charCodeAt(at) - 48
  const number = (at: number) => digit(at) * 10 + digit(at + 1)
  let milliseconds = 0
  const end = Math.min(text.length - 3, 23)
  for (let at = 20, unit = 100; at < end; at += 1, unit /= 10) milliseconds += digit(at) * unit
  return new Date(
    Date.UTC(number(0) * 100 + number(2), number(5) - 1, number(8), number(11), number(14), number(17), milliseconds),
  )
}

/** The parsers of node-postgres, with `parseTimestamp`. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' = 'text') =>
    oid === TIMESTAMPTZ && format === 'text'
      ? parseTimestamp
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
