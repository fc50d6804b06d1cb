import type { Config } from './config.ts'
import type { Database, Scope } from './database/connection.ts'
import { requireSignedIn, requireTenant, type Actor } from './domain/permissions.ts'
import type { Live } from './live/live.ts'
import type { SharedViews } from './live/sharedView.ts'
import type { LogHeadCache } from './live/logHeadCache.ts'
import type { Services } from './services/services.ts'

/** What every use case is given: who asks, and with what it may work. */
export interface Context {
  actor: Actor | null
  requestId: string
  /** The network address the request came from; null when it is not known. */
  address: string | null
  now: () => Date
  database: Database
  live: Live
  sharedViews: SharedViews
  logHeadCache: LogHeadCache
  services: Services
  config: Config
}

/**
 * What the actor's reads may see: their tenant; for a global admin who chose none and views as nobody, all of them.
 * Throws `Refused` ('Choose a tenant first') when a role is viewed without a tenant (design §5).
 */
export function readScope(ctx: Context): Scope {
  const actor = requireSignedIn(ctx.actor)
  if (actor.tenantId === null && actor.role === 'global_admin' && !actor.viewedRole) return 'platform'
  return { tenantId: requireTenant(actor) }
}
