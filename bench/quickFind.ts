import pg from 'pg'
import { seedProperties } from '../tests/support/seedProperties.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { graphql, runAlternating, runClosedLoop } from './load.ts'
import { formatValue, type Row } from './table.ts'

const propertyCount = 200_000
const leadCount = 100_000
const QUICK_FIND = `query ($query: String!) { quickFind(query: $query) {
  properties { id address city ownerName status limited assignedTo { fullName } lead { id tag status } }
  owners { id address ownerName lead { id tag status } } parcels { id address parcelId } users { id fullName role } } }`

/** Rare and common numbers, words and parts of words, an owner, a parcel, a person, and texts that match nothing. */
const texts = [
  '120',
  '1',
  '120 demo',
  's',
  'sample',
  'demo model',
  'owner 0142',
  'sample town 7',
  '49-00-01',
  'rep 03',
  'nobody at all',
]

/** Quick find in a tenant with 200,000 properties and 100,000 leads, as the owner and as a rep: the slowest of several texts. */
export async function quickFind(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 1 })
    await seedProperties(environment.ownerUrl, {
      tenantId: testTenant.tenantId,
      reps: testTenant.reps,
      count: propertyCount,
      searchable: true,
    })
    await addLeadsAndParcels(environment.ownerUrl)
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const rows: Row[] = []
    for (const [role, { token }] of [
      ['owner', testTenant.owner],
      ['rep', testTenant.reps[3]!],
    ] as const) {
      const loads = await runAlternating(
        3,
        texts.map(
          (query) => () =>
            runClosedLoop({ clients: 1, seconds: 1 }, () =>
              graphql(server.url, token, QUICK_FIND, { query }).then(() => {}),
            ),
        ),
      )
      for (const [n, { p50 }] of loads.entries()) process.stderr.write(`${role} '${texts[n]}': ${p50.toFixed(1)} ms\n`)
      const slowest = loads.reduce((a, b) => (b.p50 > a.p50 ? b : a))
      rows.push({
        work: `Quick find as ${role}, 200,000 properties and 100,000 leads, slowest of ${texts.length} texts`,
        measured: `${formatValue(slowest.p50, 'ms')} ('${texts[loads.indexOf(slowest)]}')`,
        baseline: '',
        ratio: null,
        target: '<= 100 ms',
        met: slowest.p50 <= 100,
      })
    }
    return rows
  } finally {
    await environment.teardown()
  }
}

/** Gives each property a parcel id, and each second one a lead. */
async function addLeadsAndParcels(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`
    update properties p set parcel_id = '49-00-' || lpad((n % 10000)::text, 4, '0') || '-' || lpad((n / 10000)::text, 3, '0')
    from (select tenant_id, id, row_number() over (order by id) as n from properties) numbered
    where numbered.tenant_id = p.tenant_id and numbered.id = p.id;
    insert into leads (tenant_id, id, property_id, tag, priority, rep_id, created_at)
    select tenant_id, gen_random_uuid(), id, 'gutter', 'normal', assigned_to, created_at from properties
    where assigned_to is not null limit ${leadCount}`)
  await client.query('vacuum analyze properties')
  await client.query('vacuum analyze leads')
  await client.end()
}
