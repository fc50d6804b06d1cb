import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgBouncerUsers } from '../../../api/database/roles.ts'
import { changeWatched, rest } from '../../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../../support/pgbouncer.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createTestTenant, type TestTenant } from '../../support/testTenant.ts'

describe.skipIf(!hasPgBouncer)(
  `a server behind PgBouncer in transaction mode${hasPgBouncer ? '' : ' (skipped: pgbouncer is not installed)'}`,
  () => {
    let database: TestDatabase
    let owner: pg.Client
    let pooler: PgBouncer
    let server: TestServer
    let testTenant: TestTenant
    const properties = () => testTenant.properties.flat()

    beforeAll(async () => {
      database = await createTestDatabase()
      owner = new pg.Client({ connectionString: database.ownerUrl })
      await owner.connect()
      testTenant = await createTestTenant(database.ownerUrl, { reps: 2, propertiesPerRep: 20 })
      pooler = await startPgBouncer(database.ownerUrl, pgBouncerUsers(database.ownerUrl))
      server = await startServer({
        databaseUrl: pooler.url,
        env: { DATABASE_DIRECT_URL: database.ownerUrl, LOCK_TIMEOUT: '5', TRUSTED_PROXIES: '1' },
      })
    }, 120_000)
    afterAll(async () => {
      await server?.stop()
      await pooler?.stop()
      await owner?.end()
      await database?.close()
    })

    const knock = (n: number) => {
      const turn = n % 2
      return rest(server.url, testTenant.reps[turn]!.token, 'POST', '/crm/door-knocks', {
        property_id: testTenant.properties[turn]![(n >> 1) % 20],
        outcome: 'talked',
      })
    }
    it('signs a user in', async () => {
      const account = { email: 'casey@sample.example', password: 'a sample password' }
      const created = await rest(server.url, null, 'POST', '/auth/register', { ...account, full_name: 'Casey Sample' })
      expect(created.status).toBe(201)
      await owner.query(`update users set status = 'active', tenant_id = $2 where email = $1`, [
        account.email,
        testTenant.tenantId,
      ])
      const { status, body } = await rest(server.url, null, 'POST', '/auth/login', account)
      expect(status).toBe(200)
      expect((await rest(server.url, body['access_token'], 'GET', '/auth/me')).status).toBe(200)
    })

    it('logs knocks of many connections that share two sessions, and lists them', async () => {
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => knock(n)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      const { rows } = await owner.query(
        `select count(*)::int as knocks from activity_events where type = 'DoorKnocked' and tenant_id = $1`,
        [testTenant.tenantId],
      )
      expect(rows).toEqual([{ knocks: 60 }])
      const { rows: sessions } = await owner.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and usename = 'porchlight_app' and application_name = 'porchlight'`,
      )
      expect(sessions[0].count).toBeGreaterThan(0)
      expect(sessions[0].count).toBeLessThanOrEqual(2)
      const lists = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          rest(server.url, testTenant.reps[n % 2]!.token, 'GET', '/properties?limit=100'),
        ),
      )
      for (const [n, { status, body }] of lists.entries()) {
        expect(status).toBe(200)
        const assigned = body['data'].filter((property: { id: string }) => properties().includes(property.id))
        expect(assigned.map(({ id }: { id: string }) => id).toSorted()).toEqual(
          expect.arrayContaining(testTenant.properties[n % 2]!.toSorted()),
        )
      }
    })

    it('pushes live updates', async () => {
      const lead = { property_id: testTenant.properties[0]![0], tag: 'storm' }
      const watcher = { url: server.url, token: testTenant.owner.token }
      const created = await changeWatched(watcher, 'leadsChanged', () =>
        rest(server.url, testTenant.reps[0]!.token, 'POST', '/leads', lead),
      )
      expect([created.status, created.body]).toEqual([201, expect.anything()])
    })

    // The search for dead connections runs meanwhile, and must leave the statement alone.
    it('waits for a lock as long as its time limit', async () => {
      await owner.query('begin; lock table leads')
      const { status, body } = await rest(server.url, testTenant.owner.token, 'GET', '/leads')
      await owner.query('rollback')
      expect([status, body['detail']]).toEqual([503, 'Another change is in progress. Try again in a moment.'])
      expect((await rest(server.url, testTenant.owner.token, 'GET', '/leads')).status).toBe(200)
    })
  },
)
