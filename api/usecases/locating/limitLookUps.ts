import type { Context } from '../../context.ts'
import { countAttempt } from '../../log/quotas.ts'
import { enforceRateLimit } from './lookUpRateLimit.ts'

/**
 * Limits lookups at providers that bill for them: those of each user in a short time, and those of the tenant in a day. Throws
 * `TooManyRequests` with the seconds to wait. Read-only API keys use up nothing, because they get only what costs nothing.
 */
export async function limitLookUps(ctx: Context, provider: string, tenantId: string): Promise<void> {
  enforceRateLimit(ctx, provider)
  if (provider !== 'embedded' && ctx.actor?.apiKey?.scope !== 'read') await countAttempt(ctx, tenantId, 'dailyLookUps')
}
