import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { verifyLog } from '../../api/log/verify.ts'
import { rest } from '../support/client.ts'
import { startServer } from '../support/server.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'
import { addUser, createTestTenant } from '../support/testTenant.ts'
import type { FaultRow } from './row.ts'

const offsetsMs = [0, 10 * 60_000, -10 * 60_000]

/** Three API processes of which one is ten minutes ahead and one ten minutes behind. */
export const clocks: FaultRow = {
  name: 'clocks',
  title: 'clock of an API process 10 min ahead, of another 10 min behind',
  aim: 'order and pricing right',
  longCount: 300,
  shortCount: 9,
  async run({ count, log }) {
    const environment = await createTestEnvironment()
    const client = new pg.Client({ connectionString: environment.ownerUrl })
    try {
      await client.connect()
      environment.onTeardown(() => client.end())
      const { tenantId, owner, reps, properties } = await createTestTenant(environment.ownerUrl, {
        reps: 1,
        propertiesPerRep: 50,
      })
      await client.query('update tenants set time_zone = $2 where id = $1', [tenantId, zoneAtNoon()])
      const globalAdmin = await addUser(client, null, 'global_admin', 'Sample Boss')
      const urls = await Promise.all(
        offsetsMs.map(async (offsetMs) => {
          const server = await startServer({ databaseUrl: environment.ownerUrl, env: clockEnvironment(offsetMs) })
          environment.onTeardown(() => server.stop())
          return server.url
        }),
      )
      const problems: string[] = []
      const request = async (url: string, token: string, method: string, path: string, body?: object) => {
        const answer = await rest(url, token, method, path, body)
        if (answer.status >= 300)
          problems.push(`${method} ${path} through ${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return answer.body
      }

      const knocks: string[] = []
      let expectedMicros = 0
      const began = Date.now()
      for (let round = 0; round < count; round += 1) {
        const url = urls[round % urls.length]!
        const next = urls[(round + 1) % urls.length]!
        const eventId = uuidv7()
        knocks.push(eventId)
        const knock = { property_id: properties[0]![round % 50], outcome: 'nobody_home', event_id: eventId }
        await request(url, reps[0]!.token, 'POST', '/crm/door-knocks', knock)
        // A price that one process sets holds for what another one records next, whatever their clocks say.
        const costPerUnit = 0.01 * (1 + (round % 7))
        const rate = { service_type: 'map_loads', cost_per_unit: costPerUnit }
        await request(url, globalAdmin.token, 'PUT', '/finops/cost-configuration/map_loads', rate)
        // The processes know the time of the database to within some milliseconds.
        await sleep(50)
        await request(next, owner.token, 'POST', '/activity/log-map-load', { lat: 39, lng: -86, zoom: 18 })
        expectedMicros += Math.round(costPerUnit * 1e6)
        if (round % 50 === 49) log(`${round + 1} of ${count} rounds through processes with different clocks`)
      }
      const ended = Date.now()

      problems.push(...(await findDisorder(client, tenantId, knocks, began, ended)))
      const { rows: costs } = await client.query<{ micros: string }>(
        `select coalesce(sum(cost_micros), 0) as micros from usage_hours where tenant_id = $1 and type = 'MapLoaded'`,
        [tenantId],
      )
      if (Number(costs[0]!.micros) !== expectedMicros)
        problems.push(`Map loads cost ${costs[0]!.micros} millionths of a dollar instead of ${expectedMicros}.`)
      const boards = await Promise.all(
        urls.map(async (url) => {
          const { body } = await rest(url, owner.token, 'GET', '/crm/leaderboard?period=day')
          return [...JSON.stringify(body).matchAll(/"doors_knocked":(\d+)/g)].reduce(
            (sum, [, doors]) => sum + Number(doors),
            0,
          )
        }),
      )
      if (boards.some((doors) => doors !== count))
        problems.push(`The leaderboards count ${boards.join(', ')} doors instead of ${count}.`)
      problems.push(...(await findExpiredSessions(client, tenantId, urls)))
      problems.push(...(await verifyLog(client, tenantId)).faults)
      return {
        count,
        figures: `${count} knocks in order, ${count} map loads priced by ${count} rates, ${boards.length} equal boards`,
        problems,
      }
    } finally {
      await environment.teardown()
    }
  },
}

function clockEnvironment(offsetMs: number): Record<string, string> {
  const preload = fileURLToPath(new URL('../support/shiftedClock.mjs', import.meta.url))
  return { NODE_OPTIONS: `--import ${preload}`, TEST_CLOCK_OFFSET_MS: `${offsetMs}` }
}

/** A time zone in which it is about noon, so that all three clocks are in the same day. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours()
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** Knocks that are not in the log in the order of their acknowledgments, or not at the time of the database. */
async function findDisorder(
  client: pg.Client,
  tenantId: string,
  knocks: string[],
  began: number,
  ended: number,
): Promise<string[]> {
  const { rows } = await client.query<{ event_id: string; type: string; recorded_at: Date }>(
    'select event_id, type, recorded_at from activity_events where tenant_id = $1 order by position',
    [tenantId],
  )
  const logged = rows.filter(({ type }) => type === 'DoorKnocked').map(({ event_id }) => event_id)
  const problems: string[] = []
  if (logged.join() !== knocks.join()) problems.push('The knocks are not in the order in which they were acknowledged.')
  for (const [n, { recorded_at }] of rows.entries()) {
    if (n > 0 && recorded_at < rows[n - 1]!.recorded_at)
      problems.push(`Position ${n + 1} was recorded before position ${n}.`)
    if (recorded_at.getTime() < began - 1_000 || recorded_at.getTime() > ended + 1_000)
      problems.push(
        `Position ${n + 1} was recorded at ${recorded_at.toISOString()}, which is not the time of the database.`,
      )
  }
  return problems.slice(0, 10)
}

/** Signs in through each process and uses the session through all of them. */
async function findExpiredSessions(client: pg.Client, tenantId: string, urls: string[]): Promise<string[]> {
  const account = { email: 'clock@sample.example', password: 'a sample password' }
  await rest(urls[0]!, null, 'POST', '/auth/register', { ...account, full_name: 'Sample Clock' })
  await client.query(`update users set status = 'active', tenant_id = $1 where email = $2`, [tenantId, account.email])
  const problems: string[] = []
  for (const [n, signInUrl] of urls.entries()) {
    const { body } = await rest(signInUrl, null, 'POST', '/auth/login', account)
    for (const [m, url] of urls.entries()) {
      const { status } = await rest(url, String(body['access_token']), 'GET', '/auth/me')
      if (status !== 200) problems.push(`A session of process ${n} is answered with ${status} by process ${m}.`)
    }
  }
  return problems
}
