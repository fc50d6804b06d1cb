import { afterAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { connect, queryRows } from '../database/connection.ts'
import { QuotaExceeded } from '../domain/errors.ts'
import { platformTenantId } from '../events/catalog.ts'
import { createRepContext } from '../../tests/support/repContext.ts'
import { createTestTenant } from '../../tests/support/testTenant.ts'
import { countAttempt, countUse } from './quotas.ts'
import { transactInTenant } from './transact.ts'

const { ctx: request, testDatabase, database, tenantId } = await createRepContext({ propertiesPerRep: 0 })
const config = readConfig({ PHOTOS_PER_DAY: '3', NOTES_PER_DAY: '0' })
let now = new Date('2026-06-30T21:30:00Z')
/** What was left after the last attempt. */
let told: unknown
const ctx = { ...request, config, now: () => now, tellRateLimit: (state: unknown) => void (told = state) }
const use = (of = tenantId) => countAttempt(ctx, of, 'photos')
const useAll = async (count: number, from = ctx) =>
  (await Promise.allSettled(Array.from({ length: count }, () => countAttempt(from, tenantId, 'photos')))).filter(
    ({ status }) => status === 'fulfilled',
  ).length

beforeEach(async () => {
  now = new Date('2026-06-30T21:30:00Z')
  await database.within({ tenantId }, (em) => queryRows(em, `update quota_uses set day = '2000-01-01'`))
})

it('a quota is used up once, by however many processes at the same time, and says when it begins again', async () => {
  const other = await connect(testDatabase.url, { poolSize: 2 })
  afterAll(() => other.close())
  const counts = await Promise.all([useAll(5), useAll(5, { ...ctx, database: other })])
  expect(counts[0]! + counts[1]!).toBe(3)
  const refused = await use().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(QuotaExceeded)
  expect(refused).toMatchObject({
    message:
      "This company has reached today's limit of 3 photos. Try again in 3 hours, or ask whoever runs this server to raise the limit.",
    retryAfterSeconds: 9_000,
  })
})

it('a quota begins again on the next day, in the one row that it has', async () => {
  await use()
  expect(told).toEqual({ name: 'photos', limit: 3, windowSeconds: 86_400, left: 2, resetSeconds: 9_000 })
  expect(await useAll(3)).toBe(2)
  now = new Date('2026-06-30T23:59:59.500Z')
  await expect(use()).rejects.toMatchObject({
    message: expect.stringContaining('Try again in 1 hour, or'),
    retryAfterSeconds: 1,
  })
  expect(told).toMatchObject({ left: 0, resetSeconds: 1 })
  now = new Date('2026-07-01T00:00:00Z')
  expect(await useAll(4)).toBe(3)
  const rows = await database.within({ tenantId }, (em) => queryRows(em, 'select quota, used from quota_uses'))
  expect(rows).toEqual([{ quota: 'photos', used: 3 }])
})

it('a use in a transaction that fails does not count', async () => {
  const failing = transactInTenant(ctx, tenantId, async ({ em }) => {
    await countUse(em, ctx, tenantId, 'photos')
    throw new Error('A failure.')
  })
  await expect(failing).rejects.toThrow('A failure.')
  expect(await useAll(4)).toBe(3)
})

it('a quota of zero allows nothing, and each tenant has its own; the platform has none', async () => {
  await expect(countAttempt(ctx, tenantId, 'notes')).rejects.toThrow(QuotaExceeded)
  const other = await createTestTenant(testDatabase.ownerUrl, { reps: 1, propertiesPerRep: 0 })
  expect(await useAll(4)).toBe(3)
  await use(other.tenantId)
  for (let n = 0; n < 5; n += 1) await use(platformTenantId)
})
