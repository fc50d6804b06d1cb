import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let owner: pg.Client
let servers: TestServer[]
const env = { GLOBAL_ADMIN_EMAIL: 'First@Sample.example', SETUP_CODE: 'on' }

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const start = () => startServer({ databaseUrl: database.ownerUrl, env })
  servers = await Promise.all([start(), start()])
}, 120_000)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await owner.end()
  await database.close()
})

const account = { email: 'first@sample.example', password: 'a sample password', full_name: 'First Sample' }
const register = (more: object = {}, n = 0) =>
  rest(servers[n]!.url, null, 'POST', '/auth/register', { ...account, ...more })
const codeIn = (server: TestServer) =>
  /Set-up code to register as First@Sample\.example: ([\w-]+)/.exec(server.output())?.[1]
const message = 'The set-up code is printed when the server starts.'

it('the first global admin registers with the code that any process prints, and others need none', async () => {
  const [code, other] = servers.map(codeIn)
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(other).toBe(code)
  for (const wrong of [{}, { setup_code: null }, { setup_code: '' }, { setup_code: 'ABCD-EFGH-JKMN' }]) {
    const { status, body } = await register(wrong)
    expect([status, body['errors']]).toEqual([422, { setup_code: message }])
  }
  const { errors } = await graphql(
    servers[0]!.url,
    null,
    `
      mutation {
        register(email: "FIRST@sample.example", password: "a sample password", fullName: "First", setupCode: "x") {
          message
        }
      }
    `,
  )
  expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', errors: { setup_code: message } })
  expect((await owner.query('select from users')).rowCount).toBe(0)
  // They count as registrations, which are limited.
  expect((await owner.query('select from sign_in_failures')).rowCount).toBe(5)
  expect((await register({ email: 'casey@sample.example' })).body['message']).toBe(
    'Account created! Please wait for admin approval before logging in.',
  )
  const made = await register({ setup_code: code!.toLowerCase().replaceAll('-', '') }, 1)
  expect([made.status, made.body['message']]).toEqual([
    201,
    'Account created! You are the global admin and can log in now.',
  ])
})

it('is not printed, accepted or stored any more once there is a global admin', async () => {
  const { rows } = await owner.query(`select key from installation where key in ('setup_code', 'global_admin')`)
  expect(rows).toEqual([{ key: 'global_admin' }])
  const later = await startServer({ databaseUrl: database.ownerUrl, env })
  try {
    expect(codeIn(later)).toBeUndefined()
  } finally {
    await later.stop()
  }
  await owner.query(`update users set email_key = 'gone', role = 'sales_rep' where email_key = $1`, [account.email])
  const again = await register({ setup_code: codeIn(servers[0]!) })
  expect(again.body['message']).toBe('Account created! Please wait for admin approval before logging in.')
})
