import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createCaches } from '../context.ts'
import { TenantNodes } from '../database/tenantNodes.ts'
import { listCaches } from '../domain/boundedCache.ts'
import { createDocumentCache } from '../graphql/documents.ts'
import { shareRateLimiters } from '../live/rateLimiters.ts'
import { createCachedBasemap } from '../services/basemap/cached.ts'
import { createPaidGeocoder } from '../services/geocoder/billing.ts'
import { createPaidParcels } from '../services/parcels/billing.ts'
import { makeSharedResults } from '../sockets/socketServer.ts'
import { makeMetrics } from './metrics.ts'

const megabyte = 1024 * 1024

/** Every cache of a server: entries and bytes at most. */
const bounds: Record<string, [entries: number, bytes: number]> = {
  'addresses of territories': [20_000, 8 * megabyte],
  'answers of providers': [5_000, 32 * megabyte],
  documents: [10_000, 30_000_000],
  'hashes of tenants': [20_000, 8 * megabyte],
  'keys of tiles': [10_000, 4 * megabyte],
  'log positions': [20_000, 8 * megabyte],
  'map tiles': [50_000, 32 * megabyte],
  'rate limits': [10_000, 4 * megabyte],
  reads: [5_000, 64 * megabyte],
  'reads of tenants': [20, 64 * megabyte],
  'recent tokens': [50_000, 16 * megabyte],
  sessions: [50_000, 32 * megabyte],
  'subscription results': [5_000, 32 * megabyte],
  'tenant ids': [20_000, 8 * megabyte],
  'views of reps': [20_000, 16 * megabyte],
}

/** What holds the caches of a server. */
function createAll() {
  const live = { announceTaken: () => undefined, subscribeTaken: () => () => undefined }
  const source = {} as never
  return [
    createCaches(() => new Date()),
    createDocumentCache(),
    shareRateLimiters(live, { anonymousRequestsPerMinute: 600 }, () => new Date()),
    createPaidParcels(source),
    createPaidGeocoder(source),
    createCachedBasemap(source),
    new TenantNodes(async () => []),
    makeSharedResults(),
  ]
}

it('every cache of the server has these bounds, and is in the metrics', async () => {
  const kept = createAll()
  const listed = listCaches()
  expect(Object.fromEntries(listed.map(({ name, maxEntries, maxBytes }) => [name, [maxEntries, maxBytes]]))).toEqual(
    bounds,
  )
  const metrics = await makeMetrics().registry.metrics()
  for (const { name } of listed) {
    expect(metrics).toContain(`porchlight_cache_entries{cache="${name}"} 0`)
    expect(metrics).toContain(`porchlight_cache_bytes{cache="${name}"} 0`)
  }
  expect(kept).toHaveLength(8)
})

it('no other cache is made in the sources', () => {
  const files = globSync('api/**/*.ts', { exclude: (file) => file.endsWith('.test.ts') })
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const names = texts.flatMap((text) => [
    ...text.matchAll(
      /\bboundedCache(?:<[^()]*>)?\(\{\s+name: '([^']+)'|\bboundedCache(?:<[^()]*>)?\(\{ name: '([^']+)'/g,
    ),
  ])
  const calls = texts.flatMap((text) => [...text.matchAll(/(?<!function )\bboundedCache(?:<[^()]*>)?\(/g)])
  expect(new Set(names.map(([, first, second]) => first ?? second))).toEqual(new Set(Object.keys(bounds)))
  expect(calls).toHaveLength(names.length)
})
