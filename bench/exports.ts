import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { rest } from '../tests/support/client.ts'
import { waitForJob } from '../tests/support/imports.ts'
import { seedProperties } from '../tests/support/seedProperties.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestUser } from '../tests/support/testTenant.ts'
import { formatValue, type Row } from './table.ts'

const propertyCount = 100_000
const leadCount = 100_000
const maxMegabytes = 200

/** Everything of a tenant with 200,000 rows, in a process of its own: time, and by how much its memory grows at most. */
export async function exports(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const tenant = await createTestTenant(environment.ownerUrl, { reps: 4, propertiesPerRep: 0 })
    const { tenantId, reps, owner } = tenant
    await seedProperties(environment.ownerUrl, { tenantId, reps, count: propertyCount, searchable: false })
    const db = new pg.Client({ connectionString: environment.ownerUrl })
    await db.connect()
    await db.query(
      `insert into leads (tenant_id, id, property_id, tag, priority, status, rep_id, template_data)
       select tenant_id, gen_random_uuid(), id, 'storm', 'normal', 'new', $2, '{"priority": "normal"}'
       from properties where tenant_id = $1 limit $3`,
      [tenantId, reps[0]!.id, leadCount],
    )
    await db.query('vacuum analyze leads')
    const server = await startServer({ databaseUrl: environment.ownerUrl })
    // The first export loads the code and grows the heap to its usual size.
    await runExport(server.url, owner, { list: 'users' })
    const before = residentMegabytes(server.pid)
    let peak = before
    let isSampling = true
    const sampling = (async () => {
      for (; isSampling; await sleep(20)) peak = Math.max(peak, residentMegabytes(server.pid))
    })()
    const seconds = await runExport(server.url, owner, { everything: true })
    isSampling = false
    await sampling
    await server.stop()
    await db.end()
    const growth = peak - before
    const work = `everything of a tenant, ${(propertyCount + leadCount).toLocaleString('en-US')} rows`
    return [
      { work, measured: formatValue(seconds, 's'), baseline: '', ratio: null, target: '<= 60 s', met: seconds <= 60 },
      {
        work: `${work}, memory`,
        measured: `${Math.round(growth)} MB more, ${Math.round(peak)} MB in all`,
        baseline: '',
        ratio: null,
        target: `<= ${maxMegabytes} MB more`,
        met: growth <= maxMegabytes,
      },
    ]
  } finally {
    await environment.teardown()
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

/** Resolves to the seconds until the job has ended. */
async function runExport(url: string, person: TestUser, body: object): Promise<number> {
  const began = performance.now()
  const { id } = (await rest(url, person.token, 'POST', '/exports', body)).body['data'] as { id: string }
  const job = await waitForJob(url, person, id)
  if (job['status'] === 'failed') throw new Error(job['error'] as string)
  return (performance.now() - began) / 1000
}
