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
let testTenant: TestTenant
const clientCount = 12

beforeAll(async () => {
  database = await createTestDatabase()
  testTenant = await createTestTenant(database.ownerUrl, { reps: clientCount, propertiesPerRep: 40 })
}, 60_000)
afterAll(() => database.close())

const start = (env: Record<string, string> = {}) => startServer({ databaseUrl: database.ownerUrl, env })

/** Results of clients that knocked without pause while one server replaced another. */
interface Account {
  /** Ids of acknowledged knocks by server. */
  acknowledged: Map<string, string[]>
  /** All other responses and connection errors. */
  failures: string[]
}

/** Routes requests like a proxy: a server that is not ready gets none. */
interface Proxy {
  target: string
  /** The server for requests when the first is not ready. */
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

/**
 * Each client knocks without pause on keep-alive connections until `enough` returns true; `account` is updated
 * meanwhile.
 */
async function logKnocks(proxy: Proxy, account: Account, enough: () => boolean): Promise<void> {
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
  await Promise.all(testTenant.reps.map((rep, n) => knock(rep, testTenant.properties[n]!)))
}

describe('a server that is stopped under load', () => {
  let first: TestServer
  let second: TestServer
  let account: Account
  let exitCode: number | null
  let ready: Response
  let liveStatus: number
  let closed: number

  beforeAll(async () => {
    ;[first, second] = await Promise.all([start({ SHUTDOWN_DELAY: '2' }), start()])
    const socket = new WebSocket(`${first.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${testTenant.owner.token}` } }),
    )
    await once(socket, 'message')
    const close = once(socket, 'close') as Promise<[number]>

    const proxy = { target: first.url, next: second.url }
    const notReady = watchReadiness(proxy)
    let enough = false
    account = { acknowledged: new Map(), failures: [] }
    const knocking = logKnocks(proxy, account, () => enough)
    const waitForKnocks = async ({ url }: TestServer) => {
      while ((account.acknowledged.get(url)?.length ?? 0) <= 5 * clientCount && account.failures.length === 0)
        await sleep(20)
    }
    await waitForKnocks(first)
    const stopping = first.stop()
    ready = await notReady
    liveStatus = (await fetch(`${first.url}/api/health/live`)).status
    expect(socket.readyState).toBe(WebSocket.OPEN)
    exitCode = await stopping
    ;[closed] = await close
    await waitForKnocks(second)
    enough = true
    await knocking
  }, 60_000)
  afterAll(() => second.stop())

  it('drops no request during the switch', () => {
    expect(account.failures).toEqual([])
    expect([...account.acknowledged.keys()]).toEqual([first.url, second.url])
    for (const knocks of account.acknowledged.values()) expect(knocks.length).toBeGreaterThan(clientCount)
    expect(exitCode).toBe(0)
  })

  it('has logged every acknowledged knock', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    const { rows } = await owner.query<{ event_id: string }>('select event_id from activity_events')
    await owner.end()
    const kept = new Set(rows.map(({ event_id }) => event_id))
    expect([...account.acknowledged.values()].flat().filter((id) => !kept.has(id))).toEqual([])
  })

  it('reports not ready first, and still serves requests', () => {
    expect([ready.status, ready.headers.get('retry-after'), liveStatus]).toEqual([503, '5', 200])
    expect(ready.headers.get('connection')).toBe('close')
  })

  it("closes its sockets with 'going away', so that clients reconnect elsewhere", () => {
    expect(closed).toBe(1001)
  })

  it('logs each step', () => {
    expect(first.output()).toMatch(/"msg":"SIGTERM: stopping"/)
    expect(first.output()).toMatch(/"cutOff":0,"msg":"stopped"/)
  })
})

describe('letters in progress', () => {
  it('are completed', { timeout: 60_000 }, async () => {
    const [{ id: repId }] = testTenant.reps as [TestUser]
    const leads = { tenantId: testTenant.tenantId, repId, count: 1_000, tag: 'storm' }
    const confirmed = (await seedLeads(database.ownerUrl, leads)).filter(({ unconfirmed }) => !unconfirmed)
    const server = await start()
    const headers = { authorization: `Bearer ${testTenant.owner.token}` }
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
    // The response is larger than the socket buffers and is not read yet, so the server is still producing it.
    await sleep(500)
    expect(server.output()).not.toContain('batch-print')
    expect(unzip(Buffer.from(await letters.arrayBuffer())).size).toBe(confirmed.length)
    expect(await stopping).toBe(0)
  })
})

describe('a server whose log nobody can read any more', () => {
  it('stops', async () => {
    const server = await start({ LOG_LEVEL: 'info' })
    server.closeOutput()
    expect(await server.stop()).toBe(0)
  })
})

describe('the embedded database', () => {
  it('stops last', { timeout: 60_000 }, async () => {
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

describe('a request that does not finish', () => {
  /** Sends half a request, so that the server keeps reading it. */
  async function sendHalfRequest({ port }: TestServer) {
    const socket = connectTo(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n' +
        'Expect: 100-continue\r\n\r\n',
    )
    const [received] = (await once(socket, 'data')) as [Buffer]
    expect(received.toString()).toMatch(/^HTTP\/1\.1 100 /)
    socket.write('{"email":')
    return socket
  }

  it('is aborted by a second signal', { timeout: 30_000 }, async () => {
    const server = await start()
    const socket = await sendHalfRequest(server)
    const ended = server.stop()
    while (!/SIGTERM: stopping/.test(server.output())) await sleep(20)
    await sleep(1_500)
    expect(await Promise.race([ended.then(() => 'ended'), sleep(0, 'waiting')])).toBe('waiting')
    process.kill(server.pid, 'SIGTERM')
    expect(await ended).toBe(1)
    expect(server.output()).toMatch(/SIGTERM again/)
    socket.destroy()
  })

  it('is not aborted by one Ctrl-C that arrives twice', { timeout: 30_000 }, async () => {
    const server = await start()
    const socket = await sendHalfRequest(server)
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

describe('an unhandled rejection', () => {
  it('is logged, and shuts the process down with exit code 1', async () => {
    // A signal that only this test uses causes an unhandled rejection in the server.
    const rejectionOnSignal = `process.on('SIGUSR2',()=>{throw(new(Error)('sample-stumble'))})`
    const server = await start({
      LOG_FORMAT: 'json',
      NODE_OPTIONS: `--import=data:text/javascript,${rejectionOnSignal}`,
    })
    process.kill(server.pid, 'SIGUSR2')
    await expect.poll(() => server.output()).toContain('"msg":"stopped"')
    const failed = server
      .output()
      .split('\n')
      .find((line) => line.includes('"msg":"failed"'))
    expect(JSON.parse(failed!)).toMatchObject({ level: 'error', error: { message: 'sample-stumble' } })
    expect(await server.stop()).toBe(1)
  })
})
