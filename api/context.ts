import type { LRUCache } from 'lru-cache'
import type { Config } from './config.ts'
import type { Database, Scope } from './database/connection.ts'
import { boundedCache } from './domain/boundedCache.ts'
import type { Role } from './domain/enums.ts'
import { requireSignedIn, requireTenant, type Actor } from './domain/permissions.ts'
import type { EventType } from './events/catalog.ts'
import type { DueWork } from './live/hintSender.ts'
import type { Live } from './live/live.ts'
import type { RateLimitState } from './domain/rateLimits.ts'
import type { RateLimiters } from './live/rateLimiters.ts'
import type { SharedViews } from './live/sharedView.ts'
import type { Geocoder } from './services/geocoder/geocoder.ts'
import type { Parcels } from './services/parcels/parcels.ts'
import type { Services } from './services/services.ts'

/** Work that a commit made due, and when it starts, if that is not at once. */
export type StartedWork = DueWork & { at?: Date }

/**
 * Called after each commit with the types of the events that were recorded for a tenant, how many of them were added to its log, and the
 * work that it made due. Does not wait and never throws.
 */
export type AfterCommit = (
  tenantId: string,
  types: readonly EventType[],
  appendedCount: number,
  due?: readonly StartedWork[],
) => void

/** The context of every use case: the actor and the services it may use. */
export interface Context {
  actor: Actor | null
  requestId: string
  /** Network address of the client; null if unknown. */
  address: string | null
  /** Where the client reached the server, such as https://app.example.com, for the links that it is shown; empty if unknown. */
  origin?: string
  /** The token that a sign-in gave to the client's device. It authenticates nobody. */
  deviceToken?: string | null
  /** The User-Agent header as the client sent it. */
  userAgent?: string | null
  now: () => Date
  database: Database
  live: Live
  /** api/lifecycle/afterCommit.ts lists what follows a commit. */
  afterCommit: AfterCommit
  sharedViews: SharedViews
  services: Services
  config: Config
  caches: Caches
  rateLimiters: RateLimiters
  /** Tells whoever sent the request what is left of a limit that counts it. */
  tellRateLimit: (state: RateLimitState) => void
}

/** The role, user and tenant that a global admin views the app as; all null while not viewing. */
export interface ViewAs {
  role: Role | null
  userId: string | null
  tenantId: string | null
}

/** A session, or an API key used in its place, as stored. */
export interface SessionRecord {
  actor: Omit<Actor, 'viewedRole'>
  expiresAt: Date
  /** When the session or API key was last used, at the latest; null for a key that was never used. */
  lastUsedAt: Date | null
  /** The view that was last recorded in the log. */
  recordedView: ViewAs
}

export interface CachedSession {
  record: Promise<SessionRecord | null>
  /** Undefined until the record is loaded, and for an unknown token. */
  userId?: string
}

/** The result of a read, valid while the head of the log is the same. */
export interface CachedRead {
  head: string | null
  cachedAt: number
  expiresAt: number
  value: Promise<unknown>
  /** Estimated size of the value; 0 until it is read. */
  bytes: number
}

/** What was read of a tenant, valid while the position of its log is the same. */
export interface TenantRead {
  position: string
  value: unknown
}

/** A query for the head of a log. Callers share it until it is sent. */
export interface HeadQuery {
  isSent: boolean
  head: Promise<string | null>
}

/** The reads that are running and those that wait for them, by what they read (`shareRead`). */
export interface SharedReads {
  running: Map<string, Promise<unknown>>
  waiting: Map<string, Promise<unknown>>
}

/** What one server keeps in memory. Each server has its own, so that two servers in one process share nothing. */
export interface Caches {
  /** By hash of the token. */
  sessions: LRUCache<string, CachedSession>
  /** Ids of tenants that exist. Tenants are never deleted. */
  tenantIds: LRUCache<string, true>
  reads: LRUCache<string, CachedRead>
  /** Reads of every tenant, by what they read. */
  tenantReads: LRUCache<string, { byTenant: Map<string, TenantRead> }>
  /** The last position that an answer of this server had, by tenant: what a request includes that reads nothing of the tenant. */
  logPositions: LRUCache<string, number>
  headQueries: Map<string, HeadQuery>
  /** Reads that many callers need at the same time. */
  sharedReads: SharedReads
  /** Hashes of tokens that were valid in the last minutes. */
  recentTokens: LRUCache<string, true>
  /** By tenant id: what its map asks for tiles with (`readTileKey`). */
  tileKeys: LRUCache<string, { key: string | null }>
  /** The number of recorded addresses in each version of a territory. */
  territoryAddresses: LRUCache<string, number>
  /** Who has read whose work in the last hour (`recordRepView`). */
  repViews: LRUCache<string, true>
  /** What use cases make once for each server, by name (`oncePerServer`). */
  byName: Map<string, unknown>
}

/** Processes notify each other when a session ends. A short TTL makes it end within a second if a notification is lost. */
const sessionCacheTtlMs = 500

/** Corrections of projections do not change the log. They are seen after this time. */
const tenantReadTtlMs = 5 * 60_000

const recentTokenTtlMs = 10 * 60_000

/** Parcels that are published or undone appear on the map after this time. */
const tileKeyTtlMs = 60_000

/** The reads of a rep's work by one person within this time are recorded once. */
export const repViewTtlMs = 60 * 60_000

/** The records of a county change when another file of it is imported, which the figures of territories show after this time. */
const territoryAddressesTtlMs = 10 * 60_000

const megabyte = 1024 * 1024

export function createCaches(now: () => Date): Caches {
  return {
    sessions: boundedCache({
      name: 'sessions',
      maxEntries: 50_000,
      maxBytes: 32 * megabyte,
      // The record of a token is a promise.
      sizeOf: () => 800,
      ttlMs: sessionCacheTtlMs,
      now: () => now().getTime(),
    }),
    tenantIds: boundedCache({ name: 'tenant ids', maxEntries: 20_000, maxBytes: 8 * megabyte }),
    reads: boundedCache({
      name: 'reads',
      maxEntries: 5_000,
      maxBytes: 64 * megabyte,
      sizeOf: ({ bytes }) => bytes,
    }),
    tenantReads: boundedCache({
      name: 'reads of tenants',
      maxEntries: 20,
      maxBytes: 64 * megabyte,
      ttlMs: tenantReadTtlMs,
    }),
    logPositions: boundedCache({ name: 'log positions', maxEntries: 20_000, maxBytes: 8 * megabyte }),
    headQueries: new Map(),
    sharedReads: { running: new Map(), waiting: new Map() },
    recentTokens: boundedCache({
      name: 'recent tokens',
      maxEntries: 50_000,
      maxBytes: 16 * megabyte,
      ttlMs: recentTokenTtlMs,
    }),
    tileKeys: boundedCache({
      name: 'keys of tiles',
      maxEntries: 10_000,
      maxBytes: 4 * megabyte,
      ttlMs: tileKeyTtlMs,
      now: () => now().getTime(),
    }),
    territoryAddresses: boundedCache({
      name: 'addresses of territories',
      maxEntries: 20_000,
      maxBytes: 8 * megabyte,
      ttlMs: territoryAddressesTtlMs,
      now: () => now().getTime(),
    }),
    repViews: boundedCache({
      name: 'views of reps',
      maxEntries: 20_000,
      maxBytes: 16 * megabyte,
      ttlMs: repViewTtlMs,
      now: () => now().getTime(),
    }),
    byName: new Map(),
  }
}

/** What `make` returned when it was called for the name first. Each server has its own. */
export function oncePerServer<T>({ caches: { byName } }: Pick<Context, 'caches'>, name: string, make: () => T): T {
  if (!byName.has(name)) byName.set(name, make())
  return byName.get(name) as T
}

/**
 * The scope of the actor's reads: their tenant, or the whole platform for a global admin who has not chosen a tenant
 * and is not in view-as mode. Throws `Refused` ('Choose a tenant first') in view-as mode without a tenant (design §5).
 */
export function readScope(ctx: Context): Scope {
  const actor = requireSignedIn(ctx.actor)
  if (actor.tenantId === null && actor.role === 'global_admin' && !actor.viewedRole) return 'platform'
  return { tenantId: requireTenant(actor) }
}

/** The parcel lookups of the actor's tenant: with what it has imported for itself. */
export function parcelsOf({ actor, services: { parcels } }: Pick<Context, 'actor' | 'services'>): Parcels {
  return (actor?.tenantId && parcels.forTenant?.(actor.tenantId)) || parcels
}

/** The geocoder of the actor's tenant, as `parcelsOf`. */
export function geocoderOf({ actor, services: { geocoder } }: Pick<Context, 'actor' | 'services'>): Geocoder {
  return (actor?.tenantId && geocoder.forTenant?.(actor.tenantId)) || geocoder
}
