import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { paragraphs, createDocument } from '../../support/documents/createDocument.ts'
import { seedLeads } from '../../support/seedLeads.ts'
import { unzip } from '../../support/documents/readDocument.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createTestTenant, type TestUser, type TestTenant } from '../../support/testTenant.ts'

let database: TestDatabase
let world: TestTenant
const phones = 12

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createTestTenant(database.ownerUrl, { reps: phones, propertiesPerRep: 40 })
}, 60_000)
afterAll(() => database.close())

const start = (env: Record<string, string> = {}) => startServer({ databaseUrl: database.ownerUrl, env })

/** What phones met that knocked without pause while a server was replaced by another. */
interface Account {
  /** Ids of knocks, by the server that acknowledged them. */
  acknowledged: Map<string, string[]>
  /** Whatever else they were answered, or that they were not. */
  failures: string[]
}

/** As a proxy does it: whoever is not ready gets no more requests. */
interface Proxy {
  target: string
  /** Where everybody is sent when it is not ready. */
  next: string
}

async function watchReadiness(proxy: Proxy): Promise<Response> {
  for (;;) {
    const ready = await fetch(`${proxy.target}/api/health/ready`)
    if (ready.status === 503) {
      proxy.target = proxy.next
      return ready
    }
    await sleep(50)
  }
}

/** Each phone knocks as fast as it can, on connections that are kept, until `enough`; `account` says what came of it so far. */
async function knockThrough(proxy: Proxy, account: Account, enough: () => boolean): Promise<void> {
  const knock = async (rep: TestUser, doors: string[]) => {
    for (let turn = 0; !enough(); turn += 1) {
      const { target } = proxy
      try {
        const answer = await fetch(`${target}/api/crm/door-knocks`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${rep.token}` },
          body: JSON.stringify({ property_id: doors[turn % doors.length], outcome: 'nobody_home' }),
        })
        const body = (await answer.json()) as { data: { event_id: string } }
        if (answer.status !== 201) account.failures.push(`${answer.status}`)
        else account.acknowledged.set(target, [...(account.acknowledged.get(target) ?? []), body.data.event_id])
      } catch (error) {
        account.failures.push(String((error as { cause: unknown }).cause))
      }
    }
  }
  await Promise.all(world.reps.map((rep, n) => knock(rep, world.properties[n]!)))
}

describe('a server that is told to stop while it is busy', () => {
  let first: TestServer
  let second: TestServer
  let account: Account
  let exitCode: number | null
  let ready: Response
  let liveThen: number
  let closed: number

  beforeAll(async () => {
    ;[first, second] = await Promise.all([start({ SHUTDOWN_DELAY: '2' }), start()])
    const socket = new WebSocket(`${first.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${world.owner.token}` } }))
    await once(socket, 'message')
    const close = once(socket, 'close') as Promise<[number]>

    const proxy = { target: first.url, next: second.url }
    const noticed = watchReadiness(proxy)
    let enough = false
    account = { acknowledged: new Map(), failures: [] }
    const knocking = knockThrough(proxy, account, () => enough)
    const manyThrough = async ({ url }: TestServer) => {
      while ((account.acknowledged.get(url)?.length ?? 0) <= 5 * phones && account.failures.length === 0)
        await sleep(20)
    }
    await manyThrough(first)
    const stopping = first.stop()
    ready = await noticed
    liveThen = (await fetch(`${first.url}/api/health/live`)).status
    expect(socket.readyState).toBe(WebSocket.OPEN)
    exitCode = await stopping
    ;[closed] = await close
    await manyThrough(second)
    enough = true
    await knocking
  }, 60_000)
  afterAll(() => second.stop())

  it('drops no request on the way to the next', () => {
    expect(account.failures).toEqual([])
    expect([...account.acknowledged.keys()]).toEqual([first.url, second.url])
    for (const knocks of account.acknowledged.values()) expect(knocks.length).toBeGreaterThan(phones)
    expect(exitCode).toBe(0)
  })

  it('has in the log what was acknowledged', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    const { rows } = await owner.query<{ event_id: string }>('select event_id from activity_events')
    await owner.end()
    const kept = new Set(rows.map(({ event_id }) => event_id))
    expect([...account.acknowledged.values()].flat().filter((id) => !kept.has(id))).toEqual([])
  })

  it('says first that no more should come, while it still takes them', () => {
    expect([ready.status, ready.headers.get('retry-after'), liveThen]).toEqual([503, '5', 200])
    expect(ready.headers.get('connection')).toBe('close')
  })

  it('closes its sockets as one that goes away, so that they come back elsewhere', () => {
    expect(closed).toBe(1001)
  })

  it('says what it did', () => {
    expect(first.output()).toMatch(/"msg":"SIGTERM: stopping"/)
    expect(first.output()).toMatch(/"cutOff":0,"msg":"stopped"/)
  })
})

describe('letters that were begun', () => {
  it('are finished for who waits for them', { timeout: 60_000 }, async () => {
    const [{ id: repId }] = world.reps as [TestUser]
    const leads = { tenantId: world.tenantId, repId, count: 1_000, tag: 'storm' }
    const confirmed = (await seedLeads(database.ownerUrl, leads)).filter(({ unconfirmed }) => !unconfirmed)
    const server = await start()
    const headers = { authorization: `Bearer ${world.owner.token}` }
    const noise = randomBytes(30_000).toString('base64')
    const form = new FormData()
    form.append('tag', 'storm')
    form.append(
      'file',
      new Blob([new Uint8Array(createDocument({ body: paragraphs('Dear {owner_name},', noise) }))]),
      'letter.docx',
    )
    const uploaded = await fetch(`${server.url}/api/templates/upload`, { method: 'POST', body: form, headers })
    expect(uploaded.status).toBe(201)

    const route = '/api/templates/batch-print-by-tag?tag=storm&template_tag=storm&format=zip'
    const letters = await fetch(`${server.url}${route}`, { method: 'POST', headers })
    expect(letters.status).toBe(200)
    const stopping = server.stop()
    // Nobody reads yet, and so much does not fit on the way: they are still being made.
    await sleep(500)
    expect(server.output()).not.toContain('batch-print')
    expect(unzip(Buffer.from(await letters.arrayBuffer())).size).toBe(confirmed.length)
    expect(await stopping).toBe(0)
  })
})

describe('the embedded database', () => {
  it('is stopped last, when nobody works with it any more', { timeout: 60_000 }, async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-stopping-'))
    const server = await startServer({ env: { DATA_DIR: dataDir, DEMO: 'off', DATABASE_URL: '' } })
    expect(await server.stop()).toBe(0)
    const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toMatch(/database system is shut down\s*$/)
    expect(log).not.toMatch(/terminating connection/)
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('whoever does not finish', () => {
  /** Sends half a request and no more; the server is in the middle of reading it. */
  async function halfRequest({ port }: TestServer) {
    const socket = connectTo(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n' +
        'Expect: 100-continue\r\n\r\n',
    )
    const [told] = (await once(socket, 'data')) as [Buffer]
    expect(told.toString()).toMatch(/^HTTP\/1\.1 100 /)
    socket.write('{"email":')
    return socket
  }

  it('is not waited for after a second signal', { timeout: 30_000 }, async () => {
    const server = await start()
    const socket = await halfRequest(server)
    const ended = server.stop()
    while (!/SIGTERM: stopping/.test(server.output())) await sleep(20)
    await sleep(1_500)
    expect(await Promise.race([ended.then(() => 'ended'), sleep(0, 'waiting')])).toBe('waiting')
    process.kill(server.pid, 'SIGTERM')
    expect(await ended).toBe(1)
    expect(server.output()).toMatch(/SIGTERM again/)
    socket.destroy()
  })

  it('is waited for through one press of Ctrl-C that arrives twice', { timeout: 30_000 }, async () => {
    const server = await start()
    const socket = await halfRequest(server)
    process.kill(server.pid, 'SIGINT')
    const ended = server.stop()
    await sleep(700)
    socket.write(`"x",${' '.repeat(974)}"password":"x"}`.slice(0, 991))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toString()).toMatch(/connection: close/i)
    expect(await ended).toBe(0)
  })
})

describe('an error that nobody awaits', () => {
  it('is logged, and ends the process in good order with code 1', async () => {
    // A signal of the test's own makes the server meet one.
    const stumble = `process.on('SIGUSR2',()=>{throw(new(Error)('sample-stumble'))})`
    const server = await start({ LOG_FORMAT: 'json', NODE_OPTIONS: `--import=data:text/javascript,${stumble}` })
    process.kill(server.pid, 'SIGUSR2')
    await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('"msg":"stopped"')
    const failed = server
      .output()
      .split('\n')
      .find((line) => line.includes('"msg":"failed"'))
    expect(JSON.parse(failed!)).toMatchObject({ level: 'error', error: { message: 'sample-stumble' } })
    expect(await server.stop()).toBe(1)
  })
})
