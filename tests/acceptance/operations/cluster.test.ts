import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeWatched, createSocketClient, rest, waitUntilSubscribed } from '../../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestTenant, type TestTenant } from '../../support/testTenant.ts'

const hasProxy = spawnSync('haproxy', ['-v']).status === 0

describe.skipIf(!hasProxy)(
  `three API processes behind a proxy${hasProxy ? '' : ' (skipped: haproxy is not installed)'}`,
  () => {
    let database: TestDatabase
    let owner: pg.Client
    let testTenant: TestTenant
    let cluster: ChildProcess
    let output = ''
    let url: string

    beforeAll(async () => {
      database = await createTestDatabase()
      owner = new pg.Client({ connectionString: database.ownerUrl })
      await owner.connect()
      testTenant = await createTestTenant(database.ownerUrl, { reps: 2, propertiesPerRep: 20 })
      cluster = spawn(process.execPath, ['scripts/cluster.mjs'], {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        env: { ...process.env, DATABASE_URL: database.ownerUrl, PORT: '0', WEB_DIR: 'dist/web', NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [cluster.stdout!, cluster.stderr!])
        stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
      const listens = () => /The cluster listens on (\S+)/.exec(output)?.[1]
      while (!listens() && cluster.exitCode === null) await sleep(20)
      if (!listens()) throw new Error(output)
      url = listens()!
    }, 120_000)
    afterAll(async () => {
      if (cluster && cluster.exitCode === null) {
        const exited = once(cluster, 'exit')
        cluster.kill('SIGTERM')
        await exited
      }
      await owner?.end()
      await database?.close()
    }, 60_000)

    const processes = () =>
      [...output.matchAll(/API process \d: pid (\d+), port (\d+)/g)].map(([, pid, port]) => ({
        pid: Number(pid),
        url: `http://127.0.0.1:${port}`,
      }))
    const knock = (n: number) =>
      rest(url, testTenant.reps[n % 2]!.token, 'POST', '/crm/door-knocks', {
        property_id: testTenant.properties[n % 2]![n % 20],
        outcome: 'talked',
      })
    const knockTogether = async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => knock(n)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    }

    it('sign a user in, whose session holds in each process', async () => {
      const account = { email: 'casey@sample.example', password: 'a sample password' }
      expect((await rest(url, null, 'POST', '/auth/register', { ...account, full_name: 'Casey Sample' })).status).toBe(
        201,
      )
      await owner.query(`update users set status = 'active', tenant_id = $2 where email = $1`, [
        account.email,
        testTenant.tenantId,
      ])
      const { body } = await rest(url, null, 'POST', '/auth/login', account)
      expect(processes()).toHaveLength(3)
      for (const process of processes())
        expect((await rest(process.url, body['access_token'], 'GET', '/auth/me')).status).toBe(200)
    })

    it('push the changes of one process to the subscribers of another', async () => {
      const lead = { property_id: testTenant.properties[0]![0], tag: 'storm' }
      const watcher = { url: processes()[0]!.url, token: testTenant.owner.token }
      const created = await changeWatched(watcher, 'leadsChanged', () =>
        rest(processes()[1]!.url, testTenant.reps[0]!.token, 'POST', '/leads', lead),
      )
      expect(created.status).toBe(201)
    })

    it('go on when one of them is killed', async () => {
      await knockTogether()
      process.kill(processes()[0]!.pid, 'SIGKILL')
      await expect.poll(() => output).toContain('API process 1 ended (SIGKILL)')
      await knockTogether()
      const watching = createSocketClient(url, testTenant.owner.token)
      await waitUntilSubscribed(watching)
      await watching.dispose()
      const { rows } = await owner.query(
        `select count(*)::int as knocks from activity_events where type = 'DoorKnocked' and tenant_id = $1`,
        [testTenant.tenantId],
      )
      expect(rows).toEqual([{ knocks: 60 }])
    })

    it('end together', async () => {
      const exited = once(cluster, 'exit')
      cluster.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      for (const { pid } of processes()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    })
  },
)
