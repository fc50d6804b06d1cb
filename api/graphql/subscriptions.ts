import { setTimeout as sleep } from 'node:timers/promises'
import { readScope, type Context } from '../context.ts'
import type { Span } from '../domain/periods.ts'
import { requireTenant } from '../domain/permissions.ts'
import { allTenants } from '../live/live.ts'
import { watchView } from '../live/sharedView.ts'
import { readLastChange, type LastChange } from '../usecases/activity/lastChange.ts'
import type { ResolverContext } from './resolverContext.ts'

/** What type-graphql passes to the `subscribe` function of a subscription. */
export interface SubscribeOptions<Args> {
  context: ResolverContext
  args: Args
}

/** The tenant whose changes affect what the actor reads: their own, or `allTenants` if they read all tenants. */
export function watchedTenant(ctx: Context): string {
  const scope = readScope(ctx)
  return scope === 'platform' ? allTenants : scope.tenantId
}

/** Delays `read` so that it runs at most once a second, for views that change with every event. */
export function throttleReads<T>(read: () => Promise<T>): () => Promise<T> {
  let nextReadAt = 0
  return async () => {
    const wait = nextReadAt - Date.now()
    if (wait > 0) await sleep(wait)
    nextReadAt = Date.now() + 1_000
    return read()
  }
}

const hourMs = 3_600_000

/** For a view that only events change. */
const NEVER = new Date(8.64e15)

/**
 * When a view with a period changes without an event: at its end, or never if its days have passed. Read of all tenants, it contains periods of several time
 * zones, each of which ends at a whole hour (UTC).
 */
export function endOfPeriod(ctx: Context): (view: Span) => Date {
  return ({ to }) => {
    const now = ctx.now()
    if (readScope(ctx) === 'platform') return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
    return to > now ? to : NEVER
  }
}

/** `read`, at most once a second if it reads all tenants: each event of any of them changes those views. */
export function throttleReadsOfAllTenants<T>(ctx: Context, read: () => Promise<T>): () => Promise<T> {
  return readScope(ctx) === 'platform' ? throttleReads(read) : read
}

/** Subscribers have just read the data themselves, so only changes of the last seconds can be new to them. */
const recentMs = 10_000

/** Yields a notification after each change of the topic in the tenant, and at the start if a change was recent. */
export function watchChanges(ctx: Context, topic: 'properties' | 'leads' | 'territories') {
  let last: LastChange = { at: new Date(0), positions: [] }
  const read = async () => (last = (await readLastChange(ctx, topic)) ?? last)
  const isNews = ({ at }: LastChange) => ctx.now().getTime() - at.getTime() < recentMs
  return watchView(ctx, { tenantId: requireTenant(ctx.actor), topic, name: 'hint' }, read, { isNews })
}
