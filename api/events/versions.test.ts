import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { verifyLog } from '../log/verify.ts'
import { projectionTables } from '../projections/all.ts'
import { logEventColumns } from '../projections/contributingEvents.ts'
import { rebuildProjections } from '../projections/rebuild.ts'
import { currentDataSql, schemaVersionOf } from './versions.ts'

type Row = Record<string, unknown>

/** What release 0.1 stored in one database: every event type that it had occurs in one of them. */
interface StoredDatabase {
  costRates: Row[]
  heads: Row[]
  events: Row[]
  /** The rows of its projections, by table. */
  counts: Record<string, Row[]>
}

const storedDatabases = readFileSync(new URL('../../tests/support/releases/log-0.1.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as StoredDatabase)

describe.each(storedDatabases)('a log of release 0.1 (%#)', ({ costRates, heads, events, counts }) => {
  let database: TestDatabase
  let owner: pg.Client
  // The rates that migrations insert are there already.
  const insert = async (table: string, rows: Row[]) =>
    await owner.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(rows)],
    )

  beforeAll(async () => {
    database = await createTestDatabase()
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await insert('cost_rates', costRates)
    await insert('activity_events', events)
    await insert('activity_heads', heads)
    for (const { tenant_id: tenantId } of heads) await rebuildProjections(owner, tenantId as string)
  })
  afterAll(async () => {
    await owner.end()
    await database.close()
  })

  it('has the figures that release 0.1 had', async () => {
    for (const [table, stored] of Object.entries(counts)) {
      const { keyColumns } = projectionTables.find((item) => item.table === table)!
      const columns = Object.keys(stored[0] ?? { tenant_id: null })
      const { rows } = await owner.query<{ row: Row }>(
        `select to_jsonb(t) as row from (select ${columns.join(', ')} from ${table}) t`,
      )
      const keyOf = (row: Row) => JSON.stringify(['tenant_id', ...keyColumns].map((column) => row[column]))
      const byKey = (all: Row[]) => all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      expect(byKey(rows.map(({ row }) => row)), table).toEqual(byKey(stored))
    }
  })

  it('is intact', async () => {
    for (const { tenant_id: tenantId, position } of heads) {
      const found = await verifyLog(owner, tenantId as string)
      expect(found).toMatchObject({ events: position, faults: [] })
    }
  })

  it('is read in the newest version of each type', async () => {
    const { rows } = await owner.query<{ type: string; data: Row; position: number; tenantId: string }>(
      `select ${logEventColumns} from activity_events e`,
    )
    expect(rows).toHaveLength(events.length)
    for (const { type, data, position, tenantId } of rows) {
      const stored = events.find((event) => event.tenant_id === tenantId && event.position === position)!.data as Row
      const added =
        type === 'LettersPrinted'
          ? { leadIds: null }
          : type === 'LeadDeleted'
            ? { status: stored.convertedAt === null ? 'new' : 'completed' }
            : {}
      const round = (degrees: unknown) => (degrees === null ? null : Math.round(Number(degrees) * 100) / 100)
      const coarse = ['MapLoaded', 'ParcelCallReported'].includes(type)
        ? { lat: round(stored.lat), lng: round(stored.lng), ...(type === 'ParcelCallReported' && { parcelId: null }) }
        : {}
      expect(data).toEqual({ ...added, ...stored, ...coarse })
    }
  })
})

describe('the stored logs of release 0.1', () => {
  it('have the types that later versions changed', () => {
    const types = new Set(storedDatabases.flatMap(({ events }) => events.map(({ type }) => type)))
    expect(types.size).toBe(45)
    expect(types).toContain('LettersPrinted')
    expect(types).toContain('LeadDeleted')
  })
})

describe('the data of an event', () => {
  it('is not converted if it has the newest version', async () => {
    const database = await createTestDatabase()
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    try {
      const select = `select ${currentDataSql('e')} as data from (select $1 as type, $2::int as schema_version, $3::jsonb as data) e`
      const read = async (version: number, data: object) =>
        (await owner.query<{ data: Row }>(select, ['LettersPrinted', version, JSON.stringify(data)])).rows[0]!.data
      expect(schemaVersionOf('LettersPrinted')).toBe(2)
      expect(await read(1, { count: 1 })).toEqual({ count: 1, leadIds: null })
      // Recorded between the two releases, before the version was numbered.
      expect(await read(1, { leadIds: ['a'] })).toEqual({ leadIds: ['a'] })
      expect(await read(2, { count: 1 })).toEqual({ count: 1 })
    } finally {
      await owner.end()
      await database.close()
    }
  })
})
