import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, DEMO_USERS } from '../../demo/people.ts'
import { loadPeople } from '../../demo/loadPeople.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addUser, addSession } from '../support/testTenant.ts'
import { graphql, nextValue, rest, createSocketClient } from '../support/client.ts'

const globalAdmin = DEMO_USERS.find(({ role }) => role === 'global_admin')!

let database: TestDatabase
let owner: pg.Client
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await loadPeople(owner, new Date())
  await owner.query('commit')
  server = await startServer({ databaseUrl: database.ownerUrl, env: { LOG_FORMAT: 'json' } })
}, 120_000)
afterAll(async () => {
  await server.stop()
  await owner.end()
  await database.close()
})

describe('demo accounts, when the demo is off', () => {
  it('cannot sign in with the public password, and the log says why', async () => {
    for (const { email } of DEMO_USERS.slice(0, 3).concat(globalAdmin)) {
      const answer = await rest(server.url, null, 'POST', '/auth/login', { email, password: DEMO_PASSWORD })
      expect([answer.status, answer.body.detail]).toEqual([
        403,
        'Demo accounts can sign in only while the demo is enabled.',
      ])
    }
    const { rows } = await owner.query(`select data->>'reason' as reason from activity_events`)
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['demo']))
  })

  it('cannot continue an earlier session', async () => {
    const token = await addSession(owner, globalAdmin.id)
    expect((await rest(server.url, token, 'GET', '/users')).status).toBe(401)
    expect((await graphql(server.url, token, '{ me { id } }')).errors[0].extensions.code).toBe('UNAUTHENTICATED')
    const client = createSocketClient(server.url, token)
    const received = nextValue(client, 'subscription { tenantComparisonChanged { days } }', () => true)
    await expect(received).rejects.toMatchObject({ code: 4401 })
  })

  it('are reported at startup', () => {
    expect(server.output()).toContain(
      `${DEMO_USERS.length} demo accounts in this database cannot sign in, because the demo is off.`,
    )
  })

  it('do not affect other accounts', async () => {
    const user = await addUser(owner, null, 'global_admin', 'Sample Boss')
    expect((await rest(server.url, user.token, 'GET', '/users')).status).toBe(200)
  })
})
