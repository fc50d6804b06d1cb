import { readFileSync } from 'node:fs'
import pLimit from 'p-limit'
import pg from 'pg'
import { loadTown } from '../../demo/town/load.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import { type Caller, createCallers } from './callers.ts'
import { Choices } from './choices.ts'
import { type IdKind, idKindOf, readNewestIds } from './ids.ts'
import {
  endsSessions,
  type GraphqlOperation,
  type Operations,
  readOperations,
  type RestOperation,
} from './operations.ts'
import { averageOf, maxGrowth, residentMegabytes } from './memory.ts'
import { makeGraphqlRequest, makeRestRequest, randomParts, type ValueSource } from './requestMaker.ts'
import { type ApiAnswer, type ApiRequest, createSender, describeRequest, type Sender } from './requests.ts'
import type { FaultRow } from './row.ts'
import { runSocketSession } from './socketFrames.ts'

const concurrency = 16
const batchSize = 500
const maxListedFaults = 50

/** Sends random requests by every role over REST, GraphQL and sockets. */
export const fuzz: FaultRow = {
  name: 'fuzz',
  title: 'random requests over REST, GraphQL and sockets by all roles',
  aim: '0 answers >= 500, 0 crashes, memory flat',
  longCount: 1_000_000,
  shortCount: 3_000,
  async run({ count, isLong, seed = 1, endsAt = Infinity, log }) {
    // The data is deleted afterwards, so it need not be durable.
    const environment = await createTestEnvironment({ fsync: 'off', full_page_writes: 'off' })
    const client = new pg.Client({ connectionString: environment.ownerUrl })
    try {
      await client.connect()
      environment.onTeardown(() => client.end())
      await client.query('begin')
      await loadTown(client)
      await client.query('commit')
      const testTenant = await createTestTenant(environment.ownerUrl, { reps: 2, propertiesPerRep: 20 })
      const server = await startServer({
        databaseUrl: environment.ownerUrl,
        // Each request comes from another address, so that limits per address do not hide what is behind them.
        env: { NODE_ENV: 'production', LOG_LEVEL: 'error', LOG_FORMAT: 'json', TRUSTED_PROXIES: '1' },
      })
      environment.onTeardown(() => server.stop())
      const sender = createSender(server.url, concurrency)
      environment.onTeardown(async () => sender.close())
      const run = new FuzzRun(client, server, sender, await readOperations(server.url), testTenant)
      const began = performance.now()
      const megabytes: number[] = []
      let next = seed
      while (run.sent < count && (run.sent === 0 || performance.now() < endsAt)) {
        await run.sendBatch(next, Math.min(batchSize, count - run.sent))
        next += 1
        megabytes.push(residentMegabytes(server.pid))
        if (next % 20 === 0)
          log(`${run.sent.toLocaleString('en-US')} requests, ${run.faults.length} faults, ${megabytes.at(-1)} MB`)
      }
      const perSecond = Math.round((run.sent / (performance.now() - began)) * 1_000)
      const [warm, end] = [averageOf(megabytes, 0.2, 0.3), averageOf(megabytes, 0.9, 1)]
      const isFlat = !isLong || end <= warm * maxGrowth
      return {
        count: run.sent,
        figures:
          `${run.faults.length} answers >= 500 (${run.limited} limited), ${run.crashes()} crashes, ${warm} -> ${end} MB, ` +
          `${perSecond}/s, ${run.succeeded.toLocaleString('en-US')} succeeded, seeds ${seed} to ${next - 1}`,
        problems: [
          ...run.faults.slice(0, maxListedFaults),
          ...(run.crashes() > 0 ? [`The server ended:\n${server.output().slice(-4_000)}`] : []),
          ...(isFlat ? [] : [`Memory grew from ${warm} to ${end} MB.`]),
          ...(run.succeeded * 5 < run.sent
            ? ['Fewer than a fifth of the requests succeeded, so they test little.']
            : []),
          ...loggedErrors(server).slice(0, maxListedFaults),
        ],
      }
    } finally {
      await environment.teardown()
    }
  },
}

class FuzzRun {
  sent = 0
  /** Answers without an error. */
  succeeded = 0
  /** Answers 503 because of a limit, which they name by Retry-After. */
  limited = 0
  faults: string[] = []

  constructor(
    private readonly client: pg.Client,
    private readonly server: TestServer,
    private readonly sender: Sender,
    private readonly operations: Operations,
    private readonly testTenant: TestTenant,
  ) {}

  crashes(): number {
    return /^\d+ \(.*\) [^Z]/.test(readIfExists(`/proc/${this.server.pid}/stat`)) ? 0 : 1
  }

  /** Sends `size` requests that depend only on the seed and on the ids in the database. */
  async sendBatch(seed: number, size: number): Promise<void> {
    // Requests of the last batch have deleted users, archived the tenant, and made it require two factors.
    await this.client.query('update tenants set archived_at = null, require_two_factors = false')
    const callers = await createCallers(this.client, this.server.url, this.testTenant.tenantId)
    const source = makeSource(new Choices(seed), await readNewestIds(this.client))
    const limit = pLimit(concurrency)
    const tasks: Promise<void>[] = []
    for (let planned = 0; planned < size;) {
      const caller = source.choices.oneOf(callers)
      if (source.choices.oneIn(40)) {
        const frames = makeFrames(this.operations, caller, source)
        planned += frames.length
        tasks.push(limit(() => this.runSession(seed, caller, frames)))
      } else {
        const request = makeRequest(this.operations, caller, source)
        planned += 1
        tasks.push(limit(() => this.sendOne(seed, caller, request)))
      }
    }
    await Promise.all(tasks)
  }

  private async sendOne(seed: number, { who }: Caller, request: ApiRequest): Promise<void> {
    this.sent += 1
    const where = `seed ${seed}, ${who}: ${describeRequest(request)}`
    try {
      const answer = await this.sender.send(request)
      if (answer.status === 503 && answer.headers['retry-after']) this.limited += 1
      else if (isFault(answer)) this.faults.push(`${answer.status} ${answer.text.slice(0, 500)} for ${where}`)
      else if (answer.status < 400 && !answer.text.startsWith('{"errors"')) this.succeeded += 1
    } catch (error) {
      this.faults.push(`${(error as Error).message} for ${where}`)
    }
  }

  private async runSession(seed: number, { who }: Caller, frames: string[]): Promise<void> {
    const { frames: sent, received, closeCode } = await runSocketSession(this.server.url, frames)
    this.sent += sent
    const isBroken = closeCode !== null && [1006, 1011, 4500].includes(closeCode)
    if (isBroken || received.includes('"code":"INTERNAL_SERVER_ERROR"'))
      this.faults.push(
        `socket closed with ${closeCode} after ${received.slice(-500)} for seed ${seed}, ${who}: ${frames.join('\n')}`,
      )
    else if (received.includes('"type":"next"')) this.succeeded += 1
  }
}

function isFault({ status, text }: ApiAnswer): boolean {
  return status >= 500 || text.includes('"code":"INTERNAL_SERVER_ERROR"')
}

/** Values that are valid most of the time. */
function makeSource(choices: Choices, ids: Record<IdKind, string[]>): ValueSource {
  const all = Object.values(ids).flat()
  const unknown = '00000000-0000-7000-8000-000000000000'
  return {
    choices,
    id(name, operation) {
      if (choices.oneIn(15)) return JSON.stringify(choices.junk())
      const ofKind = ids[idKindOf(name, operation)]
      if (ofKind.length === 0 || choices.oneIn(15)) return choices.oneOf([...all, unknown])
      return choices.oneOf(ofKind)
    },
    text: (name) => textFor(name, choices),
    junk: () => (choices.oneIn(80) ? { value: choices.junk() } : null),
    ...randomParts(choices),
  }
}

const words = [
  'storm',
  'concrete',
  'Sample',
  '1018 W 12th Demo St',
  'interested',
  'talked',
  'week',
  'doors_knocked',
  'flyer',
  'new',
]

function textFor(name: string, choices: Choices): string {
  if (/email/.test(name)) return `${choices.text()}@sample.example`
  if (/password/i.test(name)) return 'a sample password'
  if (/after|cursor/.test(name))
    return Buffer.from(choices.oneOf(['1', '2026-01-01 10:00:00+00|x', choices.text()])).toString('base64url')
  return choices.oneIn(3) ? choices.text() : choices.oneOf(words)
}

function makeRequest(operations: Operations, { headers }: Caller, source: ValueSource): ApiRequest {
  const { choices } = source
  const address = `198.51.${choices.int(0, 255)}.${choices.int(1, 254)}`
  const common = { ...headers, ...oddHeaders(choices), 'x-forwarded-for': address }
  if (choices.oneIn(2)) {
    const { contentType, ...request } = makeRestRequest(operations.document, chooseRest(operations, choices), source)
    const type = choices.oneIn(60)
      ? choices.oneOf(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data'])
      : contentType
    return { ...request, headers: { ...common, ...(type ? { 'content-type': type } : {}) } }
  }
  const { kind, field } = chooseGraphql(operations, choices, 'http')
  const body = JSON.stringify(makeGraphqlRequest(kind, field, source))
  const sentBody = choices.oneIn(80) ? body.slice(0, choices.int(0, body.length)) : body
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...common, 'content-type': 'application/json' },
    body: sentBody,
  }
}

/** Operations that end sessions are chosen less often, because all later requests of their callers fail. */
function chooseRest({ rest }: Operations, choices: Choices): RestOperation {
  const chosen = choices.oneOf(rest)
  return endsSessions(`${chosen.operation.operationId} ${chosen.path}`) && !choices.oneIn(20)
    ? choices.oneOf(rest.filter(({ method }) => method === 'GET'))
    : chosen
}

/** Subscriptions are only served on sockets. */
function chooseGraphql({ graphql }: Operations, choices: Choices, transport: 'http' | 'socket'): GraphqlOperation {
  const chosen = choices.oneOf(graphql)
  const isRare = endsSessions(chosen.field.name) || (transport === 'http' && chosen.kind === 'subscription')
  return isRare && !choices.oneIn(20) ? choices.oneOf(graphql.filter(({ kind }) => kind === 'query')) : chosen
}

function oddHeaders(choices: Choices): Record<string, string> {
  if (!choices.oneIn(10)) return {}
  return choices.oneOf<Record<string, string>>([
    { 'idempotency-key': `key-${choices.int(0, 5)}` },
    { 'if-match': choices.oneOf(['"1"', 'W/"x"', '*', '"']) },
    { 'if-none-match': choices.oneOf(['*', '""', 'W/"']) },
    { 'x-tenant-id': choices.oneOf(['', 'x', '00000000-0000-7000-8000-000000000000']) },
    { 'x-impersonate-role': choices.oneOf(['owner', 'boss', '']) },
    { authorization: choices.oneOf(['Bearer', 'Bearer ', 'Basic eDp5', 'Bearer a b']) },
    { 'accept-encoding': choices.oneOf(['br', 'gzip;q=0', '*']) },
    { range: 'bytes=5-1' },
  ])
}

function makeFrames(operations: Operations, { headers }: Caller, source: ValueSource): string[] {
  const { choices } = source
  const frames = Array.from({ length: choices.int(2, 8) }, (_, n) => {
    if (choices.oneIn(6))
      return choices.oneOf(['', '{', 'null', '[]', '{"type":1}', '{"type":"ping"}', '{"type":"complete","id":"0"}'])
    const { kind, field } = chooseGraphql(operations, choices, 'socket')
    const payload = makeGraphqlRequest(kind, field, source)
    return JSON.stringify({
      type: 'subscribe',
      id: choices.oneIn(10) ? '0' : `${n}`,
      payload: choices.oneIn(20) ? choices.junk() : payload,
    })
  })
  const init = { type: 'connection_init', payload: choices.oneIn(10) ? choices.junk() : headers }
  return [JSON.stringify(init), ...frames]
}

/** Errors that the server logged as unexpected, also those that no answer showed. */
function loggedErrors(server: TestServer): string[] {
  return [
    ...new Set(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    ),
  ].map((line) => `The server logged ${line.slice(0, 1_000)}`)
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
