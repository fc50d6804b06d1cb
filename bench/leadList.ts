import pg from 'pg'
import { leadOrderFields } from '../api/domain/enums.ts'
import { seedLeads } from '../tests/support/seedLeads.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { get, runClosedLoop, graphql, runAlternating } from './load.ts'
import { startProgram } from './startProgram.ts'
import { compareRates, formatValue, type Row } from './table.ts'

const count = 100_000
const page = `query ($filter: LeadFilter, $after: String) { leads(first: 100, after: $after, filter: $filter) {
  pageInfo { hasNextPage endCursor } edges { node { id address ownerName tag priority status createdAt } } } }`
const screen = `query ($filter: LeadFilter, $orderBy: LeadOrder) { leads(first: 100, filter: $filter, orderBy: $orderBy) {
  totalCount pageInfo { hasNextPage endCursor } edges { node { id address ownerName tag priority status createdAt } } }
  leadCounters(filter: $filter) { total highPriority new completed } }`

interface Page {
  leads: { pageInfo: { endCursor: string } }
}

/**
 * The Leads screen of a tenant with 100,000 leads: first and distant pages, counters, filters, searches and orders; and a page
 * of 1,000 leads over REST, compared with JSON built by SQL.
 */
export async function leadList(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    await seedLeads(environment.ownerUrl, { tenantId: testTenant.tenantId, repId: testTenant.reps[0]!.id, count })
    const owner = new pg.Client({ connectionString: environment.ownerUrl })
    await owner.connect()
    await owner.query('vacuum analyze')
    await owner.end()
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const ask = <T>(query: string, variables: object) =>
      graphql<T>(server.url, testTenant.owner.token, query, variables)

    let after: string | null = null
    for (let n = 0; n < 400; n += 1) after = (await ask<Page>(page, { after })).leads.pageInfo.endCursor
    const load =
      (query: string, variables: object, clients = 1) =>
      () =>
        runClosedLoop({ clients, seconds: clients > 1 ? 2 : 1 }, async () => void (await ask(query, variables)))
    const [first, distant] = await runAlternating(3, [load(page, {}, 8), load(page, { after }, 8)])
    const plain = await startProgram(environment, 'plainLeads.ts', [environment.ownerUrl, testTenant.tenantId])
    const readThousand = (url: string, token?: string) => () =>
      runClosedLoop({ clients: 8, seconds: 2 }, async () => {
        const { data } = JSON.parse(await get(`${url}/api/leads?limit=1000`, token)) as { data: unknown[] }
        if (data.length !== 1_000) throw new Error(`The page has ${data.length} leads instead of 1,000`)
      })
    const [thousand, plainThousand] = await runAlternating(3, [
      readThousand(server.url, testTenant.owner.token),
      readThousand(plain.url),
    ])
    const views = {
      'first page with counters': {},
      'filtered by tag, priority and status': { tag: 'STORM', priority: 'HIGH', status: 'NEW' },
      'search that matches one property': { search: '31415 seeded' },
      'search that matches all': { search: 'sample way' },
      'search that matches none': { search: 'nobody at all' },
    }
    const orders = leadOrderFields.map((field) => field.toUpperCase())
    const times = await runAlternating(
      2,
      [
        ...Object.values(views).map((filter) => ({ filter })),
        ...orders.map((field) => ({ orderBy: { field, direction: 'DESC' } })),
      ].map((variables) => load(screen, variables)),
    )
    return [
      compareRates('page of 1,000 leads over REST, 8 clients', thousand, plainThousand, 'JSON built by SQL', 0.5),
      {
        work: `page 400 of ${count.toLocaleString('en-US')} leads, 8 clients`,
        measured: formatValue(distant.perSecond, '/s'),
        baseline: `${formatValue(first.perSecond, '/s')} page 1`,
        ratio: distant.perSecond / first.perSecond,
        target: '>= 0.9 x',
        met: distant.perSecond >= 0.9 * first.perSecond,
      },
      ...[...Object.keys(views), ...orders.map((field) => `by ${field}`)].map((name, n) => ({
        work: `${count.toLocaleString('en-US')} leads, ${name}`,
        measured: formatValue(times[n]!.p50, 'ms'),
        baseline: '',
        ratio: null,
        target: '<= 100 ms',
        met: times[n]!.p50 <= 100,
      })),
    ]
  } finally {
    await environment.teardown()
  }
}
