import { randomBytes, randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { startServer } from '../support/server.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'
import { averageOf, maxGrowth, residentMegabytes } from './memory.ts'
import { createSender, type ApiRequest } from './requests.ts'
import type { FaultRow } from './row.ts'

const concurrency = 16
const batchSize = 500

/** Sends requests without a session whose names, queries, headers, paths and ids are never the same. */
export const newNames: FaultRow = {
  name: 'newNames',
  title: 'anonymous requests with ever new names, queries, headers, paths and ids',
  aim: '0 answers >= 500, memory flat',
  longCount: 100_000,
  shortCount: 3_000,
  async run({ count, isLong, log }) {
    const environment = await createTestEnvironment()
    try {
      const server = await startServer({
        databaseUrl: environment.ownerUrl,
        // Each request comes from another address, so that limits per address do not hide what is behind them.
        env: { NODE_ENV: 'production', LOG_LEVEL: 'error', TRUSTED_PROXIES: '1', DATA_DIR: environment.dataDir },
      })
      environment.onTeardown(() => server.stop())
      const sender = createSender(server.url, concurrency)
      environment.onTeardown(async () => sender.close())
      const limit = pLimit(concurrency)
      const megabytes: number[] = []
      const faults: string[] = []
      for (let sent = 0; sent < count; sent += batchSize) {
        const requests = Array.from({ length: Math.min(batchSize, count - sent) }, (_, n) => makeRequest(sent + n))
        const answers = await Promise.all(requests.map((request) => limit(() => sender.send(request))))
        for (const { status, text } of answers) if (status >= 500) faults.push(`${status} ${text.slice(0, 300)}`)
        megabytes.push(residentMegabytes(server.pid))
        if (sent % 10_000 === 0) log(`${sent.toLocaleString('en-US')} requests, ${megabytes.at(-1)} MB`)
      }
      const [warm, end] = [averageOf(megabytes, 0.2, 0.3), averageOf(megabytes, 0.9, 1)]
      return {
        count,
        figures: `${faults.length} answers >= 500, ${warm} -> ${end} MB`,
        problems: [
          ...new Set(faults.slice(0, 20)),
          ...(isLong && end > warm * maxGrowth ? [`Memory grew from ${warm} to ${end} MB.`] : []),
        ],
      }
    } finally {
      await environment.teardown()
    }
  },
}

function makeRequest(n: number): ApiRequest {
  const name = `n${randomBytes(60).toString('hex')}`
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  }
  const graphql = (query: string, more: object = {}): ApiRequest => ({
    method: 'POST',
    path: '/graphql',
    headers,
    body: JSON.stringify({ query, ...more }),
  })
  const get = (path: string, more: Record<string, string> = {}): ApiRequest => ({
    method: 'GET',
    path,
    headers: { ...headers, ...more },
  })
  // Names of operations of a document that is kept: a megabyte was kept for each of them once.
  if (n % 2 === 0) return graphql('query A { me { id } } query B { me { id } }', { operationName: name })
  const requests = [
    () => graphql(`query ${name} { me { id } }`, { operationName: name }),
    () => graphql(`{ ${name}: me { id } }`),
    () => graphql('query ($v: ID!) { property(id: $v) { id } }', { variables: { v: name } }),
    () => graphql('{ me { id } }', { extensions: { persistedQuery: { version: 1, sha256Hash: name } } }),
    () => get(`/api/${name}`),
    () => get(`/api/properties/${randomUUID()}`),
    () => get(`/${name}`),
    () => get('/api/auth/me', { authorization: `Bearer ${name}` }),
    () => get('/api/auth/me', { [`x-${name.slice(0, 60)}`]: name, 'x-tenant-id': name, 'idempotency-key': name }),
  ]
  return requests[(n >> 1) % requests.length]!()
}
