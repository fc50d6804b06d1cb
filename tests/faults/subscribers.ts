import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startServer } from '../support/server.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'
import { addWatchers, createTestTenant } from '../support/testTenant.ts'
import type { Command, Report } from './audience.ts'
import { startKnockLoad } from './knockLoad.ts'
import type { FaultRow } from './row.ts'

const maxMegabytes = 400

/** Subscribers that reconnect all the time, beside half as many that never read what they are sent. */
export const subscribers: FaultRow = {
  name: 'subscribers',
  title: 'subscribers that reconnect, and half as many that never read',
  aim: `0 missed, 0 repeated, < ${maxMegabytes} MB`,
  longCount: 1_000,
  shortCount: 50,
  async run({ count, isLong, log }) {
    const environment = await createTestEnvironment()
    try {
      // Many reps make each message of the leaderboard large.
      const testTenant = await createTestTenant(environment.ownerUrl, { reps: 100, propertiesPerRep: 2 })
      const server = await startServer({ databaseUrl: environment.ownerUrl, env: { NODE_ENV: 'production' } })
      environment.onTeardown(() => server.stop())
      const audience = fork(new URL('audience.ts', import.meta.url), {
        execArgv: ['--import', '@oxc-node/core/register'],
      })
      environment.onTeardown(async () => void audience.kill('SIGKILL'))
      const open = {
        url: `${server.url.replace('http', 'ws')}/graphql`,
        tokens: await addWatchers(environment.ownerUrl, testTenant.tenantId, 1.5 * count),
        followers: count,
        silent: count / 2,
        reconnectMs: isLong ? 8_000 : 1_000,
      }
      await request(audience, { open })
      log(`${count} subscribers and ${count / 2} that never read are connected`)

      // Few knocks: each one is sent to all subscribers.
      const reps = { ...testTenant, reps: testTenant.reps.slice(0, 4) }
      const load = startKnockLoad(server.url, reps, { thinkMs: 200 })
      await sleep(isLong ? 40_000 : 3_000)
      await load.stop()
      const finishAt = await readHead(environment.ownerUrl, testTenant.tenantId)
      const { finished } = await request(audience, { finishAt })
      const { reconnects, missed, repeated } = finished!
      const megabytes = peakMegabytes(server.pid)
      const code = await server.stop()
      return {
        count,
        figures: `${missed} missed, ${repeated} repeated of ${finishAt} events each, ${reconnects.toLocaleString('en-US')} reconnects, peak ${megabytes} MB`,
        problems: [
          ...(missed > 0 ? [`${missed} events were not received.`] : []),
          ...(repeated > 0 ? [`${repeated} events were received again.`] : []),
          ...(megabytes >= maxMegabytes ? [`The server used ${megabytes} MB.`] : []),
          ...(reconnects < count ? [`There were only ${reconnects} reconnects.`] : []),
          ...(load.acknowledged.size < 10 ? ['Fewer than 10 knocks were logged.'] : []),
          ...(code === 0 ? [] : [`The server exited with ${code}.`]),
          ...load.refusals,
        ],
      }
    } finally {
      await environment.teardown()
    }
  },
}

function request(audience: ChildProcess, command: Command): Promise<Report> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Some subscribers did not receive every event in 120 s')), 120_000)
    const onExit = () => reject(new Error('The process of the subscribers exited'))
    audience.once('exit', onExit)
    audience.once('message', (report: Report) => {
      clearTimeout(timer)
      audience.off('exit', onExit)
      resolve(report)
    })
    audience.send(command)
  })
}

async function readHead(ownerUrl: string, tenantId: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query('select position::int from activity_heads where tenant_id = $1', [tenantId])
  await client.end()
  return rows[0].position
}

/** The most memory that the process has used so far. */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}
