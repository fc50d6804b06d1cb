import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { queryRows } from '../../database/connection.ts'
import { QuotaExceeded } from '../../domain/errors.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { limitLookUps } from './limitLookUps.ts'

const { ctx, database, tenantId } = await createRepContext({ propertiesPerRep: 0 })
// A fixed time: with the real one, a test that runs at midnight would count on two days.
const now = () => new Date('2026-06-30T21:30:00Z')
const request = { ...ctx, now, rateLimiters: { lookUps: { take: () => 0 } } } as unknown as typeof ctx
const limited = { ...request, config: { ...request.config, quotas: readConfig({ LOOKUPS_PER_DAY: '2' }).quotas } }
const look = (ctx = limited, provider = 'regrid') => limitLookUps(ctx, provider, tenantId)
const uses = () => database.within({ tenantId }, (em) => queryRows(em, 'select quota, used from quota_uses'))

it('a tenant has as many lookups in a day as it wants, unless a limit is set', async () => {
  for (let n = 0; n < 3; n += 1) await look(request)
  expect(await uses()).toEqual([])
})

it('lookups at a provider that bills for them are limited, those that cost nothing are not', async () => {
  await look()
  await look()
  await expect(look()).rejects.toThrow(QuotaExceeded)
  await expect(look()).rejects.toThrow(
    /^This company has reached today's limit of 2 lookups\. Try again in \d+ hours?, or ask/,
  )
  await look(limited, 'embedded')
  const actor = { ...limited.actor!, apiKey: { id: tenantId, name: 'Sample key', scope: 'read' as const } }
  await look({ ...limited, actor })
  expect(await uses()).toEqual([{ quota: 'dailyLookUps', used: 2 }])
})
