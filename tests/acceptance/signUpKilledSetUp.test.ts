import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let owner: pg.Client
let server: TestServer

const start = () => startServer({ databaseUrl: database.ownerUrl, env: { DEMO: 'off' } })
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
}, 120_000)
beforeEach(async () => {
  server = await start()
}, 120_000)
afterEach(() => server.stop())
afterAll(async () => {
  await owner.end()
  await database.close()
})

const password = 'a sample password'
const codeIn = ({ output }: TestServer) => /Open the set-up link, [^\n]*\/set-up\/([\w-]+)/.exec(output())?.[1]
const post = (path: string, body: object, token: string | null = null, headers = {}) =>
  rest(server.url, token, 'POST', path, body, headers)
const setUp = (code: string) =>
  post('/auth/set-up', {
    ...{ code, full_name: 'First Sample', email: 'first@sample.example', password },
    ...{ company_name: 'Sample First Co', time_zone: 'America/Chicago' },
  })
const signIn = (email: string) => post('/auth/login', { email, password })

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `select (select count(*) from users)::int as users, (select count(*) from tenants)::int as tenants,
       (select count(*) from activity_events)::int as events,
       (select count(*) from installation where key = 'global_admin')::int as "setUps"`,
  )
  return rows[0]
}

/** Kills the server while the request waits to insert into this table, and returns when its transaction has ended. */
async function killAtTable(
  table: 'tenants' | 'sign_in_devices' | 'users',
  request: () => Promise<unknown>,
): Promise<void> {
  const locking = new pg.Client({ connectionString: database.ownerUrl })
  await locking.connect()
  await locking.query(`begin; lock table ${table} in share mode`)
  const waiting = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_locks join pg_stat_activity using (pid)
       where relation = $1::regclass and not granted and query ~* ('^insert into ' || $1)`,
      [table],
    )
    return rows.map(({ pid }) => pid)
  }
  const answer = request().then(
    () => 'answered',
    () => 'cut off',
  )
  await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
  const pids = await waiting()
  await server.kill()
  expect(await answer).toBe('cut off')
  await locking.end()
  const running = () => owner.query('select from pg_stat_activity where pid = any($1)', [pids])
  await expect.poll(async () => (await running()).rowCount, { timeout: 20_000 }).toBe(0)
}

it('a set-up that is killed in the middle leaves nothing, and the same link works afterwards', async () => {
  const code = codeIn(server)!
  await killAtTable('tenants', () => setUp(code))
  expect(await countRows()).toEqual({ users: 0, tenants: 0, events: 0, setUps: 0 })
  server = await start()
  expect(codeIn(server)).toBe(code)
  await killAtTable('sign_in_devices', () => setUp(code))
  expect(await countRows()).toMatchObject({ users: 1, tenants: 1, setUps: 1 })
})

it('a set-up that is killed before it is answered is whole: its person signs in, and no link is printed', async () => {
  expect(codeIn(server)).toBeUndefined()
  const { status, body } = await signIn('first@sample.example')
  expect([status, body['user']?.role]).toEqual([200, 'global_admin'])
  const { rows } = await owner.query<{ id: string; name: string }>('select id, name from tenants')
  expect(rows).toEqual([{ id: expect.any(String), name: 'Sample First Co' }])

  const inTenant = { 'x-tenant-id': rows[0]!.id }
  const invited = await post('/invitations', { role: 'owner' }, body['access_token'], inTenant)
  const token = (invited.body['data'].url as string).split('/').at(-1)
  const accept = () =>
    post('/auth/accept-invitation', { token, full_name: 'Sample Owner', email: 'owner@sample.example', password })
  const before = await countRows()
  await killAtTable('users', accept)
  expect(await countRows()).toEqual(before)
  server = await start()
  expect((await accept()).body['user']).toMatchObject({ role: 'owner', tenant_id: rows[0]!.id })
  expect(await countRows()).toMatchObject({ users: 2, tenants: 1 })
})
