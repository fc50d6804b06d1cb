import pg from 'pg'
import { propertyOrderFields } from '../api/domain/enums.ts'
import { seedProperties } from '../tests/support/seedProperties.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { runClosedLoop, graphql, runAlternating, type LoadResult } from './load.ts'
import { installYardstick } from './installYardstick.ts'
import { startListYardstick } from './postgraphileList.ts'
import { startProgram } from './startProgram.ts'
import { compareRates, formatValue, type Row } from './table.ts'

/** A page of properties with their leads. */
export const PAGE = `query ($after: String) { properties(first: 100, after: $after) { pageInfo { endCursor hasNextPage }
  edges { cursor node { id address streetNumber city state zipCode lat lng ownerName tags priority status createdAt
    leads { id tag priority status createdAt } } } } }`
const SEARCH = `query ($filter: PropertyFilter) { properties(first: 100, filter: $filter) { totalCount
  edges { cursor node { id address ownerName tags createdAt } } } }`
const ORDERED = `query ($orderBy: PropertyOrder) { properties(first: 50, orderBy: $orderBy) { totalCount
  edges { node { id address ownerName city status priority createdAt assignedTo { fullName } } } } }`
const FOUND = `query ($filter: PropertyFilter) { properties(first: 50, filter: $filter) {
  edges { node { id address ownerName tags createdAt } } } }`

const clients = 8
const seconds = 2

/** Pages of 10,000 properties with three leads each, compared with PostGraphile's and with JSON built by SQL. */
export function propertyList(): Promise<Row[]> {
  return withProperties(10_000, 3, comparePages)
}

/** A distant page and searches of 100,000 properties. */
export function propertySearch(): Promise<Row[]> {
  return withProperties(100_000, 1, async (list) => [await compareDistantPage(list), await measureSearches(list)])
}

/** The first page and a later one in every order, and searches for parts of words, of 200,000 properties. */
export function propertyOrders(): Promise<Row[]> {
  return withProperties(200_000, 0, async (list) => [...(await measureOrders(list)), await measurePartsOfWords(list)])
}

interface List {
  environment: TestEnvironment
  testTenant: TestTenant
  url: string
  propertyCount: number
  leadsPerProperty: number
}

async function withProperties(
  propertyCount: number,
  leadsPerProperty: number,
  measure: (list: List) => Promise<Row[]>,
): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 1 })
    await seedProperties(environment.ownerUrl, {
      tenantId: testTenant.tenantId,
      reps: testTenant.reps,
      count: propertyCount,
      searchable: true,
    })
    await addLeads(environment.ownerUrl, leadsPerProperty)
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    return await measure({ environment, testTenant, url: server.url, propertyCount, leadsPerProperty })
  } finally {
    await environment.teardown()
  }
}

async function comparePages(list: List): Promise<Row[]> {
  const { environment, testTenant, propertyCount, leadsPerProperty } = list
  const plain = await startProgram(environment, 'plainPage.ts', [environment.ownerUrl, testTenant.tenantId])
  installYardstick('mercurius')
  const fast = await startProgram(environment, 'mercurius/server.mjs', [environment.ownerUrl, testTenant.tenantId])
  const readOtherPage = await startListYardstick(environment, propertyCount, leadsPerProperty)
  const [first, other, fastest, json] = await runAlternating(3, [
    readPage(list),
    () => runClosedLoop({ clients, seconds }, () => readOtherPage().then(() => {})),
    () => runClosedLoop({ clients, seconds }, () => graphql(fast.url, '', PAGE).then(() => {})),
    () => runClosedLoop({ clients, seconds }, () => graphql(plain.url, '', PAGE).then(() => {})),
  ])
  return [
    compareRates(describe(list), first, other, 'PostGraphile, cursor connection', 1),
    await compareDistantPage(list),
    compareRates(describe(list), first, fastest, 'mercurius, two statements'),
    compareRates(describe(list), first, json, 'JSON built by SQL'),
  ]
}

async function compareDistantPage(list: List): Promise<Row> {
  const distantCursor = await findCursor(list, 50)
  const [first, fiftieth] = await runAlternating(3, [readPage(list), readPage(list, distantCursor)])
  return compareRates(`${describe(list)}: page 50`, fiftieth, first, 'page 1', 0.9)
}

function describe({ propertyCount }: List): string {
  return `page of 100 properties with leads, ${propertyCount.toLocaleString('en-US')}, ${clients} clients`
}

function readPage(list: List, after?: string): () => Promise<LoadResult> {
  return () =>
    runClosedLoop({ clients, seconds }, async () => {
      const { edges } = (await ask<Page>(list, PAGE, { after })).properties
      const leads = edges.reduce((sum, { node }) => sum + node.leads.length, 0)
      if (edges.length !== 100 || leads !== 100 * list.leadsPerProperty)
        throw new Error(`The page has ${edges.length} properties with ${leads} leads`)
    })
}

/** Rare and common search terms and tags, each with the total count of matches. */
async function measureSearches(list: List): Promise<Row> {
  const { propertyCount } = list
  const filters = [
    { search: 'owner 0142' },
    { search: '120 demo street' },
    { search: 'demo model' },
    { search: 'sample' },
    { search: 's' },
    { tag: 'STORM' },
  ]
  const loads = await runAlternating(
    3,
    filters.map(
      (filter) => () => runClosedLoop({ clients: 1, seconds: 1 }, () => ask(list, SEARCH, { filter }).then(() => {})),
    ),
  )
  const slowest = loads.reduce((a, b) => (b.p50 > a.p50 ? b : a))
  const which = Object.values(filters[loads.indexOf(slowest)]!).join()
  return {
    work: `search ${propertyCount.toLocaleString('en-US')} properties and count the matches, slowest of ${filters.length} searches`,
    measured: `${formatValue(slowest.p50, 'ms')} ('${which}')`,
    baseline: '',
    ratio: null,
    target: '<= 100 ms',
    met: slowest.p50 <= 100,
  }
}

/** The list and the number of its properties, as the screen reads them, in both directions. */
async function measureOrders(list: List): Promise<Row[]> {
  const directions = ['ASC', 'DESC'] as const
  const variables = propertyOrderFields.flatMap((field) =>
    directions.map((direction) => ({ orderBy: { field: field.toUpperCase(), direction } })),
  )
  const loads = await runAlternating(
    2,
    variables.map(
      (order) => () => runClosedLoop({ clients: 1, seconds: 1 }, () => ask(list, ORDERED, order).then(() => {})),
    ),
  )
  return propertyOrderFields.map((field, n) => {
    const slowest = Math.max(...loads.slice(2 * n, 2 * n + 2).map(({ p50 }) => p50))
    return toTimeRow(`first page of ${list.propertyCount.toLocaleString('en-US')} properties by ${field}`, slowest, 100)
  })
}

/** The first page of what matches a beginning, a middle or an end of words, rare or common. */
async function measurePartsOfWords(list: List): Promise<Row> {
  const searches = ['014', 'wner 42', 'ample tow', 'demo 120', 'ecime', 'z']
  const loads = await runAlternating(
    2,
    searches.map(
      (search) => () =>
        runClosedLoop({ clients: 1, seconds: 1 }, () => ask(list, FOUND, { filter: { search } }).then(() => {})),
    ),
  )
  const slowest = loads.reduce((a, b) => (b.p50 > a.p50 ? b : a))
  const work = `search ${list.propertyCount.toLocaleString('en-US')} properties for a part of a word, slowest of ${searches.length} ('${searches[loads.indexOf(slowest)]}')`
  return toTimeRow(work, slowest.p50, 50)
}

function toTimeRow(work: string, p50: number, target: number): Row {
  return {
    work,
    measured: formatValue(p50, 'ms'),
    baseline: '',
    ratio: null,
    target: `<= ${target} ms`,
    met: p50 <= target,
  }
}

interface Page {
  properties: { edges: { node: { leads: unknown[] } }[]; pageInfo: { endCursor: string; hasNextPage: boolean } }
}

function ask<T>({ url, testTenant }: List, query: string, variables: object): Promise<T> {
  return graphql<T>(url, testTenant.owner.token, query, variables)
}

/** The cursor after which the page with this number begins. */
async function findCursor(list: List, number: number): Promise<string> {
  let after: string | undefined
  for (let read = 1; read < number; read += 1) {
    const { properties } = await ask<Page>(list, PAGE, { after })
    after = properties.pageInfo.endCursor
  }
  return after!
}

/** Adds leads to every property. */
export async function addLeads(ownerUrl: string, leadsPerProperty: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`insert into leads (tenant_id, id, property_id, tag, priority, rep_id, created_at)
    select tenant_id, gen_random_uuid(), id, 'gutter', 'normal', assigned_to, created_at from properties, generate_series(1, ${leadsPerProperty})`)
  await client.query('vacuum analyze leads')
  await client.end()
}
