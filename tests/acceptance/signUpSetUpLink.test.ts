import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Json } from '../support/serverFixture.ts'

let database: TestDatabase
let owner: pg.Client
let servers: TestServer[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const start = () => startServer({ databaseUrl: database.ownerUrl })
  servers = await Promise.all([start(), start()])
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await owner.end()
  await database.close()
})

const linkOf = (server: TestServer) =>
  /Open the set-up link, which works once: (http:\S+\/set-up\/([\w-]+))/.exec(server.output()) ?? []
const input = {
  ...{ full_name: 'First Sample', email: 'first@sample.example', password: 'a sample password' },
  ...{ company_name: 'Sample First Co', time_zone: 'America/Chicago' },
}
const setUp = (more: object, n = 0) => rest(servers[n % 2]!.url, null, 'POST', '/auth/set-up', { ...input, ...more })
const countOf = async (table: string) =>
  (await owner.query(`select count(*)::int as n from ${table}`)).rows[0].n as number

it('two processes print one link, and nothing is made by another code or wrong fields', async () => {
  const [link, code] = linkOf(servers[0]!).slice(1)
  expect(link).toBe(`${servers[0]!.url}/set-up/${code}`)
  expect(linkOf(servers[1]!)[2]).toBe(code)
  for (const wrong of ['', 'ABCD-EFGH-JKMN', `${code}0`]) {
    const { status, body } = await setUp({ code: wrong })
    expect([status, body['detail']]).toEqual([404, 'This is not the set-up link. The server prints it when it starts.'])
  }
  expect((await setUp({ code, time_zone: 'Mars/Olympus' })).status).toBe(422)
  expect((await setUp({ code, password: 'short' })).status).toBe(422)
  expect([await countOf('users'), await countOf('tenants')]).toEqual([0, 0])
})

it('of several who open it at once, one becomes the global admin, with a company', async () => {
  await Promise.all(servers.map((server) => server.stop()))
  servers = await Promise.all([0, 1].map(() => startServer({ databaseUrl: database.ownerUrl })))
  const code = linkOf(servers[0]!)[2]!
  const answers = await Promise.all(
    [0, 1, 2, 3].map((n) => setUp({ code: n % 2 ? code.toLowerCase() : code, email: `first${n}@sample.example` }, n)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410])
  const { body } = answers.find(({ status }) => status === 200)!
  const { login, tenant } = body as { login: Json; tenant: Json }
  expect(login['user']).toMatchObject({ role: 'global_admin', tenant_id: null })
  expect(tenant).toMatchObject({ name: 'Sample First Co', time_zone: 'America/Chicago' })
  const token = login['access_token'] as string
  const inTenant = { 'x-tenant-id': tenant['id'] as string }
  const invited = await rest(servers[0]!.url, token, 'POST', '/invitations', { role: 'owner' }, inTenant)
  const invitation = (invited.body['data'].url as string).split('/').at(-1)
  const accepted = await rest(servers[1]!.url, null, 'POST', '/auth/accept-invitation', {
    ...{ token: invitation, full_name: 'Sample Owner', email: 'owner@sample.example', password: 'a sample password' },
  })
  expect(accepted.body['user']).toMatchObject({ role: 'owner', tenant_id: tenant['id'] })
  expect([await countOf('users'), await countOf('tenants')]).toEqual([2, 1])
  const { rows } = await owner.query(`select key from installation where key in ('setup_code', 'global_admin')`)
  expect(rows).toEqual([{ key: 'global_admin' }])
})

it('is not printed or accepted any more, and log and projections agree', async () => {
  const code = linkOf(servers[0]!)[2]!
  const { status, body } = await setUp({ code, email: 'late@sample.example' })
  expect([status, body['detail']]).toEqual([410, 'This server is set up already. Sign in.'])
  const later = await startServer({ databaseUrl: database.ownerUrl })
  try {
    expect(linkOf(later)).toEqual([])
  } finally {
    await later.stop()
  }
  const { rows } = await owner.query(
    `select type, count(*)::int as n from activity_events where type in ('GlobalAdminAppointed', 'TenantCreated') group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { type: 'GlobalAdminAppointed', n: 1 },
    { type: 'TenantCreated', n: 1 },
  ])
})
