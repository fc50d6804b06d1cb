import { quotas, type Config, type Quota } from '../config.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { QuotaExceeded } from '../domain/errors.ts'
import { platformTenantId } from '../events/catalog.ts'
import { transactInTenant, type WriteContext } from './transact.ts'

type QuotaContext = WriteContext & { config: Pick<Config, 'quotas'> }

const dayMs = 24 * 60 * 60_000

/**
 * Counts one use of a quota of the tenant within the transaction, so that it does not count if that fails. Throws `QuotaExceeded` if
 * the tenant has none left today; days begin at 00:00 UTC. Call it first in the transaction: the tenant's other uses wait for it.
 */
export async function countUse(
  em: EntityManager,
  { config, now }: QuotaContext,
  tenantId: string,
  quota: Quota,
): Promise<void> {
  // What is done for all tenants is done by global admins.
  if (tenantId === platformTenantId) return
  const limit = config.quotas[quota]
  if (limit === null) return
  const at = now()
  const counted = await queryRows(
    em,
    `insert into quota_uses as q (tenant_id, quota, day, used) select $1::uuid, $2::text, $3::date, 1 where $4::int > 0
     on conflict (tenant_id, quota) do update
       set day = excluded.day, used = case when q.day = excluded.day then q.used + 1 else 1 end
       where q.day <> excluded.day or q.used < $4
     returning 1`,
    [tenantId, quota, at.toISOString().slice(0, 10), limit],
  )
  if (counted.length > 0) return
  const waitMs = dayMs - (at.getTime() % dayMs)
  throw new QuotaExceeded(
    `This company has reached today's limit of ${limit.toLocaleString('en-US')} ${quotas[quota].plural}. Try again in ${formatWait(waitMs)}, or ask whoever runs this server to raise the limit.`,
    Math.ceil(waitMs / 1_000),
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
