import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { seedProperties } from '../../tests/support/seedProperties.ts'
import { createTestTenant, type TestTenant } from '../../tests/support/testTenant.ts'
import { createCaches, type Context } from '../context.ts'
import { connect, queryRows, type Database, type EntityManager } from './connection.ts'
import { leadOrderFields, propertyOrderFields, type Role, type SortDirection } from '../domain/enums.ts'
import type { Page, PageRequest } from '../domain/paging.ts'
import { listAddressMixUps } from '../usecases/locating/addressMixUps.ts'
import { logKnocks } from '../usecases/knocking/knocking.ts'
import { readKnocksOfProperties } from '../usecases/knocking/propertyKnocks.ts'
import { findNextDoor } from '../usecases/knocking/nextDoor.ts'
import { countActivity, readActivityLog, readActivityStats } from '../usecases/activity/activityLog.ts'
import { countLeads, readLeadsOfProperties, listLeads, readLead } from '../usecases/leads/leads.ts'
import type { PropertyView } from '../records/propertyRows.ts'
import { findPropertyAt } from '../usecases/properties/findPropertyAt.ts'
import { readProperties, readProperty, readPropertiesAt } from '../usecases/properties/readProperty.ts'
import { readLastKnocks } from '../usecases/properties/lastKnocks.ts'
import { readDoor, readDoors } from '../usecases/properties/teamDoors.ts'
import { toHistoryQuery, readHistories } from '../usecases/properties/propertyHistory.ts'
import { countProperties, listProperties, listTagsInUse } from '../usecases/properties/propertyList.ts'
import type { PropertyFilter } from '../usecases/properties/propertyFilters.ts'
import { readPropertyMap } from '../usecases/properties/propertyMap.ts'
import { quickFind } from '../usecases/quickFind/quickFind.ts'
import { readUsageSummary } from '../usecases/usage/usage.ts'
import { readDoorsForToday, returnDoors, takeNearestDoors } from '../usecases/walkingRoutes/nearestDoors.ts'

// Row-level security silently prevents the use of some indexes (design §4), so these tests check the query plans.

const propertyCount = 20_000
/** Tables that stay small, where a sequential scan is fine. */
const smallTables = new Set(['users', 'tenants', 'sessions', 'cost_rates'])

let test: TestDatabase
let database: Database
let tenant: TestTenant
/** Each sequential scan, as the table and the statement. */
let scanned: string[] = []
/** The indexes that are used. */
let indexes: string[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  tenant = await createTestTenant(test.ownerUrl, { reps: 8, propertiesPerRep: 1 })
  await seedProperties(test.ownerUrl, {
    tenantId: tenant.tenantId,
    reps: tenant.reps,
    count: propertyCount,
    searchable: true,
  })
  await addActivity(test.ownerUrl)
  database = explainStatements(await connect(test.url, { poolSize: 2 }))
}, 120_000)

afterAll(async () => {
  await database?.close()
  await test.close()
})

/**
 * Adds a lead with a letter and a note, a knock with a photo, and a lifted mark that nobody may knock for every second property, a city's list, permits, territories and taken doors of other tenants, 8,000 events, 2,000 sessions, deleted
 * properties and a year of hours with work.
 */
async function addActivity(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`
    insert into leads (tenant_id, id, property_id, tag, priority, rep_id, assigned_to, created_at)
    select tenant_id, gen_random_uuid(), id, 'gutter', 'normal', assigned_to, case when cell % 3 > 0 then assigned_to end, created_at
    from properties where cell % 2 = 0;
    insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
    select tenant_id, gen_random_uuid(), id, assigned_to, 'talked', created_at from properties where cell % 2 = 0;
    insert into photos (tenant_id, id, content_type, content, uploaded_by) select tenant_id, event_id, 'image/png', 'x', rep_id from knocks;
    insert into knock_photos (tenant_id, knock_id, place, photo_id) select tenant_id, event_id, 1, event_id from knocks;
    insert into do_not_knock (tenant_id, id, property_id, kind, starts_at, set_at, lifted_at)
    select tenant_id, gen_random_uuid(), id, 'asked', created_at, created_at, created_at from properties where cell % 2 = 0;
    update tenants set allow_nearest_doors = true;
    insert into territories (tenant_id, id, name, color, area, cells)
    select gen_random_uuid(), gen_random_uuid(), 'Sample Park', 'teal', '{}'::jsonb, '{"inside": [], "border": []}'::jsonb from generate_series(1, 5000);
    insert into territory_assignments (tenant_id, territory_id, user_id, from_day)
    select tenant_id, id, gen_random_uuid(), '2026-01-01' from territories;
    set session_replication_role = replica;
    insert into taken_doors (tenant_id, property_id, user_id, until)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, 5000);
    set session_replication_role = origin;
    insert into registries (tenant_id, id, city, city_key, file_name, imported_by, created_at, saved_at, effective_from)
    select distinct tenant_id, tenant_id, 'Sample City', 'sample city|', 'list.csv', tenant_id, now(), now(), now() from properties;
    insert into permits (tenant_id, id, city, area, bounds, valid_from, weekdays, from_time, to_time, badges, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'Sample City', '{}'::jsonb, '[0, 0, 1, 1]'::jsonb, current_date, '{1}'::integer[], '09:00', '20:00',
      '[]'::jsonb, now(), now() from generate_series(1, 5000);
    insert into registry_entries (tenant_id, registry_id, place, row, address, door, match)
    select tenant_id, tenant_id, row_number() over (), 1, address, address, 'not_found' from properties;
    insert into lead_letters (tenant_id, lead_id, hour, letters) select tenant_id, id, date_trunc('hour', created_at), 1 from leads;
    insert into lead_notes (tenant_id, id, lead_id, author_id, text)
    select tenant_id, gen_random_uuid(), id, rep_id, 'Sample note' from leads;
    insert into deleted_addresses (tenant_id, property_id, address, deleted_at)
    select tenant_id, gen_random_uuid(), '1 Sample St', created_at from properties;
    insert into knock_sessions (tenant_id, id, rep_id, started_at, ended_at)
    select tenant_id, gen_random_uuid(), assigned_to, created_at, created_at from properties limit 2000`)
  await client.query(`select set_config('app.tenant_id', $1, false)`, [tenant.tenantId])
  await client.query(
    `select count(*) from append_activity($1, (select jsonb_agg(jsonb_build_object('event_id', gen_random_uuid(),
       'type', 'PropertySaved', 'schema_version', 1, 'data', jsonb_build_object('repId', assigned_to, 'propertyId', id),
       'occurred_at', created_at, 'actor_id', assigned_to, 'request_id', gen_random_uuid(), 'subject_id', id))
     from (select * from properties order by created_at limit 8000) saved))`,
    [tenant.tenantId],
  )
  await client.query(`
    insert into rep_hours (tenant_id, rep_id, hour, doors, leads, conversions, properties)
    select k.tenant_id, k.rep_id, hour, 1, 0, 0, 0 from (select distinct tenant_id, rep_id from knocks) k
    cross join generate_series(date_trunc('hour', now()) - interval '365 days', now(), interval '3 hours') hour
    on conflict do nothing`)
  await client.query(`update properties set parcel_id = 'plan-' || left(id::text, 8)`)
  await client.query('vacuum analyze')
  await client.end()
}

/** Wraps the database so that every statement is explained, in its own transaction and role, before it runs. */
function explainStatements(real: Database): Database {
  const withExplain = (em: EntityManager): EntityManager =>
    new Proxy(em, {
      get(target, key) {
        if (key === 'getKysely') return () => ({ executeQuery: (query: CompiledQuery) => explain(target, query) })
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    ...real,
    within: (scope, work) => real.within(scope, (em) => work(withExplain(em))),
    query: (scope, sql, parameters) => real.within(scope, (em) => queryRows(withExplain(em), sql, parameters)),
  }
}

async function explain(em: EntityManager, { sql, parameters }: CompiledQuery) {
  const kysely = em.getKysely<never>()
  const { rows } = await kysely.executeQuery(CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]))
  const [{ Plan }] = (rows as { 'QUERY PLAN': [{ Plan: Node }] }[])[0]!['QUERY PLAN']
  indexes.push(...indexesUsedBy(Plan))
  for (const table of tablesScannedBy(Plan)) if (!smallTables.has(table)) scanned.push(`${table}: ${sql}`)
  return kysely.executeQuery(CompiledQuery.raw(sql, [...parameters]))
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}

const indexesUsedBy = (node: Node): string[] => [
  ...(node['Index Name'] ? [node['Index Name']] : []),
  ...(node.Plans ?? []).flatMap(indexesUsedBy),
]

function tablesScannedBy(node: Node): string[] {
  const ownTable = node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : []
  return [...ownTable, ...(node.Plans ?? []).flatMap(tablesScannedBy)]
}

function contextOf(role: Role): Context {
  const { id } = role === 'sales_rep' ? tenant.reps[2]! : tenant.owner
  const actor = {
    userId: id,
    sessionId: id,
    email: '',
    fullName: '',
    role,
    viewedRole: null,
    mustChangePassword: false,
  }
  return {
    actor: { ...actor, tenantId: role === 'global_admin' ? null : tenant.tenantId },
    requestId: '00000000-0000-4000-8000-000000000001',
    now: () => new Date(),
    caches: createCaches(() => new Date()),
    services: { parcels: {} },
    database,
    live: {},
    afterCommit: () => undefined,
  } as unknown as Context
}

const viewBounds = (zoom: number) => {
  const span = 400 / 2 ** zoom
  return { south: 39.77 - span, north: 39.77 + span, west: -86.16 - span, east: -86.16 + span }
}

describe.each(['owner', 'sales_rep'] as const)('for the %s there is no sequential scan', (role) => {
  const expectNoTableScan = async (work: (ctx: Context) => Promise<void>) => {
    scanned = []
    await work(contextOf(role))
    expect(scanned).toEqual([])
  }

  it('to list properties on any page', () =>
    expectNoTableScan(async (ctx) => {
      let after: string | undefined
      for (let page = 0; page < 5; page += 1) {
        const { cursors, items } = await listProperties(ctx, {}, { limit: 100, after })
        expect(items).toHaveLength(100)
        after = cursors.at(-1)
      }
    }))

  it.each<[string, PropertyFilter]>([
    ['a rare token', { search: 'owner 0142' }],
    ['a token that every property has', { search: 'sample' }],
    ['a letter', { search: 's' }],
    ['a number', { search: '120' }],
    ['two common tokens that no property has together', { search: 'demo model' }],
    ['a tag', { tag: 'storm' }],
    ['a tag and a street', { tag: 'storm', search: 'demo street' }],
    ['a point', { point: { lat: 39.77, lng: -86.16 } }],
    ['map bounds', { bounds: viewBounds(15) }],
  ])('to find properties by %s', (_, filter) =>
    expectNoTableScan(async (ctx) => {
      const { items } = await listProperties(ctx, filter, { limit: 50 })
      for (const item of items) if (filter.tag) expect(item.tags).toContain(filter.tag)
      if (!filter.bounds) await countProperties(ctx, filter)
    }),
  )

  it.each(['owner 0142', 'sample', 's', '120', '120 demo', 'demo model', '49-00-01', 'rep 03'])(
    'for Quick find with %j',
    (text) =>
      expectNoTableScan(async (ctx) => {
        await quickFind(ctx, text)
      }),
  )

  it('finds the same properties as a filter over all of them', async () => {
    const ctx = contextOf(role)
    for (const search of ['demo 120', 'sample', 'owner 0142', 'street imaginary 3']) {
      const words = search.split(' ').map((word) => (word === 'street' ? ' st ' : word))
      const all: PropertyView[] = []
      for (let after: string | undefined, more = true; more;) {
        const page = await listProperties(ctx, {}, { limit: 1000, after })
        all.push(...page.items)
        after = page.cursors.at(-1)
        more = page.hasNextPage
      }
      const matching = all
        .filter(({ address, city, zipCode, ownerName }) => {
          const text = ` ${[address, city, zipCode, ownerName]
            .join(' ')
            .toLowerCase()
            .replace(/[^a-z0-9]+/g, ' ')} `
          return words.every((word) => text.includes(word))
        })
        .map(({ id }) => id)
      const { items } = await listProperties(ctx, { search }, { limit: 1000 })
      expect(items.map(({ id }) => id)).toEqual(matching.slice(0, 1000))
      expect(await countProperties(ctx, { search })).toBe(matching.length)
    }
  }, 60_000)

  it.each([3, 8, 10, 12, 13, 15, 16, 17, 18, 20])('to draw the map at zoom %s', (zoom) =>
    expectNoTableScan(async (ctx) => {
      const { markers, clusters, total } = await readPropertyMap(ctx, viewBounds(zoom), zoom)
      expect(markers.length + clusters.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      expect(markers.length + clusters.length).toBeLessThanOrEqual(1000)
    }),
  )

  it('to find a saved property, to read it and to read its history', () =>
    expectNoTableScan(async (ctx) => {
      const { items } = await listProperties(ctx, {}, { limit: 3 })
      const [property] = items as [PropertyView]
      const found = await ctx.database.within({ tenantId: tenant.tenantId }, async (em) => [
        await findPropertyAt(em, property, 'click'),
        await findPropertyAt(em, property, 'search'),
        await findPropertyAt(em, { ...property, lat: property.lat + 0.0001 }, 'search'),
      ])
      expect(found.map((match) => match?.property.id)).toEqual([property.id, property.id, property.id])
      await readPropertiesAt(ctx, items)
      await readProperties(
        ctx,
        items.map(({ id }) => id),
      )
      await readProperty(ctx, property.id)
      await readDoor(ctx, property.id)
      const [history] = await readHistories(
        ctx,
        items.map((item) => toHistoryQuery(item, { limit: 20 })),
      )
      expect(history!.hasNextPage).toBe(false)
      await listTagsInUse(ctx)
    }))

  it('to list leads, and those of some properties', () =>
    expectNoTableScan(async (ctx) => {
      const { items } = await listLeads(ctx, {}, { limit: 100 })
      expect(items).toHaveLength(100)
      await listLeads(ctx, { tag: 'gutter', status: 'new' }, { limit: 100 })
      await readLeadsOfProperties(
        ctx,
        items.slice(0, 50).map(({ tenantId, propertyId: id }) => ({ tenantId, id })),
      )
      const properties = await listProperties(ctx, {}, { limit: 100 })
      await readLeadsOfProperties(ctx, properties.items)
    }))

  it.each(leadOrderFields)('to list leads by %s on any page', (field) =>
    expectNoTableScan(async (ctx) => {
      for (const direction of ['asc', 'desc'] as const) {
        let after: string | undefined
        for (let page = 0; page < 3; page += 1) {
          const { cursors, items } = await listLeads(ctx, {}, { limit: 100, after }, { field, direction })
          expect(items).toHaveLength(100)
          after = cursors.at(-1)
        }
      }
    }),
  )

  it.each(propertyOrderFields)('to list properties by %s on any page, filtered or not', (field) =>
    expectNoTableScan(async (ctx) => {
      for (const direction of ['asc', 'desc'] as const) {
        let after: string | undefined
        for (let page = 0; page < 3; page += 1) {
          const { cursors, items } = await listProperties(ctx, {}, { limit: 100, after }, { field, direction })
          expect(items).toHaveLength(100)
          after = cursors.at(-1)
        }
        await listProperties(ctx, { search: 'sample', status: 'new' }, { limit: 100 }, { field, direction })
      }
      await countProperties(ctx, { status: 'new', priority: 'high' })
    }),
  )

  it('to take the nearest doors and to give them back', () =>
    expectNoTableScan(async (ctx) => {
      const { doors } = await takeNearestDoors(ctx, { from: { lat: 39.77, lng: -86.16 } })
      expect(doors).toHaveLength(40)
      expect((await readDoorsForToday(ctx)).doors).toHaveLength(40)
      expect((await returnDoors(ctx)).doors).toEqual([])
    }))

  it('to read and to log knocks', () =>
    expectNoTableScan(async (ctx) => {
      const { items } = await listProperties(ctx, {}, { limit: 50 })
      await readKnocksOfProperties(
        ctx,
        items.map(({ id }) => id),
      )
      const ids = items.map(({ id }) => id)
      await readDoors(ctx, ids)
      expect((await readLastKnocks(ctx, ids)).length).toBeGreaterThan(0)
      await findNextDoor(ctx, { propertyId: ids[0]! }, { direction: null, crossed: false, skip: [] })
      const logged = await logKnocks(
        ctx,
        items.slice(0, 3).map(({ id }) => ({ propertyId: id, outcome: 'interested' as const })),
      )
      expect(logged.every((result) => !(result instanceof Error))).toBe(true)
    }))
})

it('for an owner there is no sequential scan to check properties for address mix-ups', async () => {
  scanned = []
  await listAddressMixUps(contextOf('owner'), 20, null)
  expect(scanned).toEqual([])
})

it('for a rep there is no sequential scan to read their own activity and usage', async () => {
  scanned = []
  const ctx = contextOf('sales_rep')
  const { items } = await readActivityLog(ctx, {}, { limit: 100 })
  expect(items).toHaveLength(100)
  expect(await countActivity(ctx, {})).toBeGreaterThan(100)
  expect((await readActivityStats(ctx, 366)).apiCalls).toBeGreaterThan(100)
  await readUsageSummary(ctx, { period: 'month' })
  expect(scanned.join('\n')).toBe('')
})

it('for an owner flagged knocks, which are rare, are found by an index of their own', async () => {
  const ctx = contextOf('owner')
  for (const read of [
    () => readActivityLog(ctx, { flagged: true }, { limit: 50 }),
    () => countActivity(ctx, { flagged: true }),
  ]) {
    indexes = []
    await read()
    expect(indexes).toContain('activity_events_flagged')
  }
})

it('for a global admin without a tenant there is no sequential scan to list and read properties and leads', async () => {
  scanned = []
  const ctx = contextOf('global_admin')
  let after: string | undefined
  for (let page = 0; page < 3; page += 1) {
    const properties = await listProperties(ctx, {}, { limit: 100, after })
    after = properties.cursors.at(-1)
    const ids = properties.items.map(({ id }) => id)
    expect(await readProperties(ctx, ids)).toHaveLength(100)
    await readLeadsOfProperties(ctx, properties.items)
    await readKnocksOfProperties(ctx, ids)
    await readProperty(ctx, ids[0]!)
  }
  const leads = await listLeads(ctx, {}, { limit: 100 })
  await readLead(ctx, leads.items[0]!.id)
  expect(scanned.join('\n')).toBe('')
})

type ReadPage = (ctx: Context, page: PageRequest, direction: SortDirection) => Promise<Page<unknown>>
const pagesByUser: [table: string, name: string, ReadPage][] = [
  ['leads', 'rep', (ctx, page, direction) => listLeads(ctx, {}, page, { field: 'rep', direction })],
  ['leads', 'assignee', (ctx, page, direction) => listLeads(ctx, {}, page, { field: 'assignee', direction })],
  ['properties', 'assignee', (ctx, page, direction) => listProperties(ctx, {}, page, { field: 'assignee', direction })],
]

it.each(pagesByUser)('to list %s by %s, few more rows than those of the page are read', async (table, _, readPage) => {
  let read = 0
  const within: Database['within'] = (scope, work) =>
    database.within(scope, async (em) => {
      const before = await countRowsRead(em, table)
      const result = await work(em)
      read += (await countRowsRead(em, table)) - before
      return result
    })
  const ctx = { ...contextOf('owner'), database: { ...database, within } }
  for (const direction of ['asc', 'desc'] as const) {
    let after: string | undefined
    for (let page = 0; page < 4; page += 1) {
      read = 0
      const { cursors } = await readPage(ctx, { limit: 1000, after }, direction)
      expect(cursors).toHaveLength(1000)
      expect(read).toBeGreaterThanOrEqual(1000)
      // One row of each of the 8 reps and of no rep, and at most as many of the next rep as of the page.
      expect(read).toBeLessThanOrEqual(2 * 1001 + 9)
      after = cursors.at(-1)
    }
  }
})

/** The number of rows of the table that this connection has read and not yet reported to the statistics. */
async function countRowsRead(em: EntityManager, table: string): Promise<number> {
  const [row] = await queryRows<{ n: number }>(
    em,
    'select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = $1',
    [table],
  )
  return row!.n
}

it('detects a sequential scan', async () => {
  scanned = []
  await contextOf('owner').database.within('platform', (em) =>
    em.getKysely<never>().executeQuery(CompiledQuery.raw(`select from properties where notes like '%x%'`)),
  )
  expect(scanned).toHaveLength(1)
  expect(await countLeads(contextOf('owner'), {})).toBeGreaterThan(1000)
})
