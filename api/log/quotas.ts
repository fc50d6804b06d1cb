import type { Config } from '../config.ts'
import { quotas, type Quota } from '../config/quotas.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { QuotaExceeded } from '../domain/errors.ts'
import { platformTenantId } from '../events/catalog.ts'
import type { RateLimitState } from '../domain/rateLimits.ts'
import { transactInTenant, type WriteContext } from './transact.ts'

type QuotaContext = WriteContext & {
  config: Pick<Config, 'quotas'>
  /** Adds the state of the quota to the response. Jobs have no response and leave it out. */
  tellRateLimit?: (state: RateLimitState) => void
}

const dayMs = 24 * 60 * 60_000

/**
 * Counts one use of a quota of the tenant within the transaction, so that it does not count if that fails. Throws `QuotaExceeded` if
 * the tenant has none left today; days begin at 00:00 UTC. Call it first in the transaction: the tenant's other uses wait for it.
 */
export async function countUse(
  em: EntityManager,
  { config, now, tellRateLimit }: QuotaContext,
  tenantId: string,
  quota: Quota,
): Promise<void> {
  // What is done for all tenants is done by global admins.
  if (tenantId === platformTenantId) return
  const limit = config.quotas[quota]
  if (limit === null) return
  const at = now()
  const [counted] =
    limit > 0
      ? await queryRows<{ used: number }>(
          em,
          `insert into quota_uses as q (tenant_id, quota, day, used) values ($1, $2, $3, 1)
           on conflict (tenant_id, quota) do update
             set day = excluded.day, used = case when q.day = excluded.day then q.used + 1 else 1 end
             where q.day <> excluded.day or q.used < $4
           returning q.used`,
          [tenantId, quota, at.toISOString().slice(0, 10), limit],
        )
      : []
  const waitMs = dayMs - (at.getTime() % dayMs)
  const resetSeconds = Math.ceil(waitMs / 1_000)
  const left = counted ? limit - counted.used : 0
  tellRateLimit?.({ name: quota, limit, windowSeconds: dayMs / 1_000, left, resetSeconds })
  if (counted) return
  throw new QuotaExceeded(
    `This company has reached today's limit of ${limit.toLocaleString('en-US')} ${quotas[quota].plural}. Try again in ${formatWait(waitMs)}, or ask whoever runs this server to raise the limit.`,
    resetSeconds,
  )
}

/** Counts one use in a transaction of its own, before work that costs something even if it fails. */
export async function countAttempt(ctx: QuotaContext, tenantId: string, quota: Quota): Promise<void> {
  if (ctx.config.quotas[quota] !== null)
    await transactInTenant(ctx, tenantId, ({ em }) => countUse(em, ctx, tenantId, quota))
}

function formatWait(ms: number): string {
  const hours = Math.ceil(ms / (60 * 60_000))
  return hours === 1 ? '1 hour' : `${hours} hours`
}
