import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { rest } from '../support/client.ts'

let database: TestDatabase
let owner: pg.Client
let servers: TestServer[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const env = { GLOBAL_ADMIN_EMAIL: 'First@Sample.example' }
  servers = await Promise.all([
    startServer({ databaseUrl: database.ownerUrl, env }),
    startServer({ databaseUrl: database.ownerUrl, env }),
  ])
}, 120_000)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await owner.end()
  await database.close()
})

const account = { password: 'a sample password', full_name: 'First Sample' }
const register = (email: string, n = 0) =>
  rest(servers[n % 2]!.url, null, 'POST', '/auth/register', { ...account, email })

it('creates one global admin from fifty concurrent registrations in all spellings of the address', async () => {
  const spellings = [
    'first@sample.example',
    ' FIRST@sample.example ',
    'First@Sample.Example',
    'ｆｉｒｓｔ@sample.example',
  ]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      register(n % 5 === 4 ? `other${n}@sample.example` : spellings[n % 5]!, n >> 1),
    ),
  )
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body['message'])
  expect(made.filter((message) => message.startsWith('Account created! You are the global admin'))).toHaveLength(1)
  expect(made).toHaveLength(11)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
  const { rows } = await owner.query(`select role, status from users where role = 'global_admin'`)
  expect(rows).toEqual([{ role: 'global_admin', status: 'active' }])
}, 60_000)

it('does so only once: not after that account was replaced and deleted', async () => {
  const { body } = await rest(servers[0]!.url, null, 'POST', '/auth/login', {
    email: 'first@sample.example',
    password: account.password,
  })
  const token = body['access_token'] as string
  const { rows } = await owner.query(`select id, role from users where status = 'pending' limit 1`)
  const successor = rows[0].id as string
  await owner.query(`update users set status = 'active' where id = $1`, [successor])
  expect((await rest(servers[0]!.url, token, 'PUT', `/users/${successor}`, { role: 'global_admin' })).status).toBe(200)
  await owner.query(`update users set role = 'sales_rep', email_key = 'gone', email = '' where email_key = $1`, [
    'first@sample.example',
  ])
  await owner.query(`update users set demo = true where id = $1`, [successor])
  const again = await register('first@sample.example')
  expect(again.body['message']).toBe('Account created! Please wait for admin approval before logging in.')
})
