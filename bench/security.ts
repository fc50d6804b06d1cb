import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import WebSocket from 'ws'
import { invalidDocuments } from '../tests/support/documents/invalidDocuments.ts'
import { startMailServer } from '../tests/support/mailServer.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { addUser, createTestTenant, type TestUser, type TestTenant } from '../tests/support/testTenant.ts'
import { quantile } from './load.ts'
import { formatValue, type Row } from './table.ts'

const rounds = 10

/**
 * Measures how soon the end of a session closes its sockets, how fast the server responds while it rejects invalid
 * documents, and whether the latency of a failed sign-in or of a forgotten password reveals which accounts exist.
 */
export async function security(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    const mails = await startMailServer()
    environment.onTeardown(() => mails.close())
    const start = async () => {
      const server = await startServer({
        databaseUrl: environment.ownerUrl,
        env: {
          ...{ NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir, TRUSTED_PROXIES: '1' },
          ...{ MAIL_URL: mails.url, MAIL_FROM: 'mail@porchlight.example', PUBLIC_URL: 'https://porchlight.example' },
        },
      })
      environment.onTeardown(() => server.stop())
      return server.url
    }
    const [here, elsewhere] = [await start(), await start()]
    return [
      ...(await measureSessionEnds(environment, testTenant, here, elsewhere)),
      await measureInvalidDocuments(testTenant, here),
      await measureUnknownAccounts(here),
      await measureForgottenPasswords(environment, testTenant, here),
    ]
  } finally {
    await environment.teardown()
  }
}

/** Each way of ending a session whose user has a socket open on another process. */
async function measureSessionEnds(
  environment: TestEnvironment,
  testTenant: TestTenant,
  here: string,
  elsewhere: string,
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: environment.ownerUrl })
  await owner.connect()
  environment.onTeardown(() => owner.end())
  const globalAdmin = await addUser(owner, null, 'global_admin', 'Sample Boss')
  const call = async (token: string, method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${here}/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} returned status ${response.status}`)
  }
  const sessionEnds: [string, (person: TestUser) => Promise<unknown>][] = [
    ['a block', ({ id }) => call(globalAdmin.token, 'PUT', `/users/${id}/block`, { blocked: true })],
    ['a sign-out', ({ token }) => call(token, 'POST', '/auth/logout', {})],
    ['a new role', ({ id }) => call(globalAdmin.token, 'PUT', `/users/${id}`, { role: 'owner' })],
    // An update in the database sends no notification, as if it were lost.
    [
      'a session end without a notification',
      ({ id }) => owner.query('update sessions set ended_at = now() where user_id = $1', [id]),
    ],
  ]
  const rows: Row[] = []
  for (const [what, end] of sessionEnds) {
    const durations: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Watcher')
      const socket = await open(elsewhere, person.token)
      const closed = once(socket, 'close')
      await end(person)
      const ended = performance.now()
      await closed
      durations.push(performance.now() - ended)
    }
    const slowest = Math.max(...durations)
    rows.push({
      work: `${what} -> open socket of another process closed`,
      measured: formatValue(slowest, 'ms'),
      baseline: `slowest of ${rounds}`,
      ratio: null,
      target: '<= 1,000 ms',
      met: slowest <= 1_000,
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

/** Uploads every invalid document, four at a time, while the health endpoint is polled. */
async function measureInvalidDocuments(testTenant: TestTenant, url: string): Promise<Row> {
  const files = invalidDocuments()
  const durations: number[] = []
  let done = false
  const watching = (async () => {
    while (!done) {
      const before = performance.now()
      if (!(await fetch(`${url}/api/health`)).ok) throw new Error('The health check failed')
      durations.push(performance.now() - before)
      await sleep(5)
    }
  })()
  const headers = { authorization: `Bearer ${testTenant.owner.token}` }
  for (let at = 0; at < files.length; at += 4)
    await Promise.all(
      files.slice(at, at + 4).map(async ({ name, file }) => {
        const body = new FormData()
        body.append('file', new Blob([new Uint8Array(file)]), 'hostile.docx')
        const { status } = await fetch(`${url}/api/templates/upload`, { method: 'POST', body, headers })
        if (status !== 422) throw new Error(`Uploading '${name}' returned status ${status} instead of 422`)
      }),
    )
  done = true
  await watching
  const slowest = Math.max(...durations)
  return {
    work: `slowest health check while ${files.length} invalid documents are rejected`,
    ratio: null,
    measured: formatValue(slowest, 'ms'),
    baseline: `${formatValue(quantile(durations, 0.5), 'ms')} p50`,
    target: '<= 200 ms',
    met: slowest <= 200,
  }
}

/** Alternates a wrong password for an existing account and for an unknown one. */
async function measureUnknownAccounts(url: string): Promise<Row> {
  const known = 'sample.known@sample.example'
  const send = (path: string, body: object, from: string) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })
  await send('register', { email: known, password: 'a sample password', full_name: 'Sample Known' }, '192.0.2.1')
  const durations = new Map<string, number[]>([
    [known, []],
    ['sample.unknown@sample.example', []],
  ])
  // Stay below the limit past which sign-ins are rejected without checking the password.
  for (let n = 0; n < 9; n += 1) {
    for (const [email, times] of durations) {
      const before = performance.now()
      const { status } = await send('login', { email, password: 'a wrong guess' }, `192.0.2.${n + 2}`)
      if (status !== 401) throw new Error(`A wrong password returned status ${status} instead of 401`)
      times.push(performance.now() - before)
    }
  }
  const [knownMs, unknownMs] = [...durations.values()].map((times) => quantile(times, 0.5)) as [number, number]
  const ratio = unknownMs / knownMs
  return {
    work: 'wrong password for an unknown account',
    measured: formatValue(unknownMs, 'ms'),
    ratio,
    baseline: `${formatValue(knownMs, 'ms')} for an existing account`,
    target: '0.5 - 2 x',
    met: ratio > 0.5 && ratio < 2,
  }
}

/** How many accounts ask for a new password, and how often each: as often as a link is sent. */
const [forgetfulPeople, requestsEach] = [40, 5]

/** Alternates requests for a new password for accounts that exist, each of which gets a mail, and for unknown addresses. */
async function measureForgottenPasswords(
  environment: TestEnvironment,
  testTenant: TestTenant,
  url: string,
): Promise<Row> {
  const owner = new pg.Client({ connectionString: environment.ownerUrl })
  await owner.connect()
  environment.onTeardown(() => owner.end())
  for (let n = 0; n < forgetfulPeople; n += 1) {
    const { id } = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Person')
    await owner.query('update users set email = $2, email_key = $2 where id = $1', [id, `known${n}@sample.example`])
  }
  const durations = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < requestsEach; round += 1)
    for (let n = 0; n < forgetfulPeople; n += 1) {
      // Each kind is first in every other pair, and pairs come from many networks, because one may not ask often.
      const kinds = n % 2 === round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of kinds) {
        const before = performance.now()
        const response = await fetch(`${url}/api/auth/forgot-password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${round}.${n}.1` },
          body: JSON.stringify({ email: `${kind}${n}@sample.example` }),
        })
        if ((await response.text()) !== '{"message":"If that account exists, a link is on its way."}')
          throw new Error(`A forgotten password returned status ${response.status}`)
        durations[kind].push(performance.now() - before)
      }
    }
  const [knownMs, unknownMs] = [quantile(durations.known, 0.5), quantile(durations.unknown, 0.5)]
  const ratio = unknownMs / knownMs
  return {
    work: `forgotten password of an unknown address, ${durations.unknown.length} requests`,
    measured: formatValue(unknownMs, 'ms'),
    ratio,
    baseline: `${formatValue(knownMs, 'ms')} for an existing account`,
    target: '0.9 - 1.1 x',
    met: ratio > 0.9 && ratio < 1.1,
  }
}
