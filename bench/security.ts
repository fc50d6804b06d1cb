import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import WebSocket from 'ws'
import { invalidDocuments } from '../tests/support/documents/invalidDocuments.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { addUser, createTestTenant, type TestUser, type TestTenant } from '../tests/support/testTenant.ts'
import { quantile } from './load.ts'
import { formatValue, type Row } from './table.ts'

const rounds = 10

/**
 * How soon the end of a session reaches its open sockets, how soon a server answers that is fed hostile documents, and
 * whether the time of a refusal tells which accounts there are.
 */
export async function security(): Promise<Row[]> {
  const stage = await createTestEnvironment()
  try {
    const world = await createTestTenant(stage.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    const start = async () => {
      const server = await startServer({
        databaseUrl: stage.ownerUrl,
        env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: stage.dataDir, TRUSTED_PROXIES: '1' },
        built: true,
      })
      stage.onTeardown(() => server.stop())
      return server.url
    }
    const [here, elsewhere] = [await start(), await start()]
    return [
      ...(await measureSessionEnds(stage, world, here, elsewhere)),
      await measureInvalidDocuments(world, here),
      await measureUnknownAccounts(here),
    ]
  } finally {
    await stage.teardown()
  }
}

/** Each way of ending the session of somebody who has a socket open at another process. */
async function measureSessionEnds(
  stage: TestEnvironment,
  world: TestTenant,
  here: string,
  elsewhere: string,
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: stage.ownerUrl })
  await owner.connect()
  stage.onTeardown(() => owner.end())
  const boss = await addUser(owner, null, 'global_admin', 'Sample Boss')
  const call = async (token: string, method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${here}/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  }
  const sessionEnds: [string, (person: TestUser) => Promise<unknown>][] = [
    ['a block', ({ id }) => call(boss.token, 'PUT', `/users/${id}/block`, { blocked: true })],
    ['a sign-out', ({ token }) => call(token, 'POST', '/auth/logout', {})],
    ['a new role', ({ id }) => call(boss.token, 'PUT', `/users/${id}`, { role: 'owner' })],
    // Nobody is told of this one: it is what a lost hint comes to.
    ['an end without a word', ({ id }) => owner.query('update sessions set ended_at = now() where user_id = $1', [id])],
  ]
  const rows: Row[] = []
  for (const [what, end] of sessionEnds) {
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const person = await addUser(owner, world.tenantId, 'sales_rep', 'Sample Watcher')
      const socket = await open(elsewhere, person.token)
      const closed = once(socket, 'close')
      await end(person)
      const ended = performance.now()
      await closed
      took.push(performance.now() - ended)
    }
    const slowest = Math.max(...took)
    rows.push({
      ...{ work: `${what} -> the open sockets at another process are closed`, measured: formatValue(slowest, 'ms') },
      ...{ yardstick: `slowest of ${rounds}`, ratio: null, aim: '<= 1,000 ms', met: slowest <= 1_000 },
    })
  }
  return rows
}

async function open(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  await once(socket, 'message')
  return socket
}

/** Every broken or hostile document of the tests, four at a time, while others ask for the server's health. */
async function measureInvalidDocuments(world: TestTenant, url: string): Promise<Row> {
  const files = invalidDocuments()
  const took: number[] = []
  let done = false
  const watching = (async () => {
    while (!done) {
      const before = performance.now()
      if (!(await fetch(`${url}/api/health`)).ok) throw new Error('The server is not well')
      took.push(performance.now() - before)
      await sleep(5)
    }
  })()
  const headers = { authorization: `Bearer ${world.owner.token}` }
  for (let at = 0; at < files.length; at += 4)
    await Promise.all(
      files.slice(at, at + 4).map(async ({ name, file }) => {
        const body = new FormData()
        body.append('file', new Blob([new Uint8Array(file)]), 'hostile.docx')
        const { status } = await fetch(`${url}/api/templates/upload`, { method: 'POST', body, headers })
        if (status !== 422) throw new Error(`'${name}' was answered ${status}`)
      }),
    )
  done = true
  await watching
  const slowest = Math.max(...took)
  return {
    ...{ work: `health while ${files.length} hostile documents are looked at, the slowest`, ratio: null },
    ...{ measured: formatValue(slowest, 'ms'), yardstick: `${formatValue(quantile(took, 0.5), 'ms')} p50` },
    ...{ aim: '<= 200 ms', met: slowest <= 200 },
  }
}

/** A wrong password for an account that exists and for one that does not, turn by turn. */
async function measureUnknownAccounts(url: string): Promise<Row> {
  const known = 'sample.known@sample.example'
  const send = (path: string, body: object, from: string) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })
  await send('register', { email: known, password: 'a sample password', full_name: 'Sample Known' }, '192.0.2.1')
  const took = new Map<string, number[]>([
    [known, []],
    ['sample.unknown@sample.example', []],
  ])
  // No more than are refused for what they are: past that an account is not even tried.
  for (let n = 0; n < 9; n += 1) {
    for (const [email, times] of took) {
      const before = performance.now()
      const { status } = await send('login', { email, password: 'a wrong guess' }, `192.0.2.${n + 2}`)
      if (status !== 401) throw new Error(`A wrong password was answered ${status}`)
      times.push(performance.now() - before)
    }
  }
  const [there, notThere] = [...took.values()].map((times) => quantile(times, 0.5)) as [number, number]
  const ratio = notThere / there
  return {
    ...{ work: 'a wrong password for no account', measured: formatValue(notThere, 'ms'), ratio },
    ...{ yardstick: `${formatValue(there, 'ms')} for an account`, aim: '0.5 - 2 x', met: ratio > 0.5 && ratio < 2 },
  }
}
