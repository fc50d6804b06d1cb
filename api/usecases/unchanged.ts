import type { Context } from '../context.ts'
import { rows, type Database, type Scope } from '../database/connection.ts'

/** A view as it was read, with the head of the log it belongs to. */
interface Read {
  head: string
  since: number
  until: number
  value: Promise<unknown>
}

interface Reads {
  views: Map<string, Read>
  heads: Map<string, Heads>
}

/** What is asked of a log's head: one question is under way, and whoever comes meanwhile shares the next one. */
interface Heads {
  running: Promise<string>
  next: Promise<string> | null
}

/** Names of people, which are no figures, may be this old. */
const longestMs = 10_000
const mostViews = 5_000
const readsOf = new WeakMap<Database, Reads>()

/**
 * What `read` answers, read again only when something was appended to the log since: the head is asked for after the
 * call began, so whatever was acknowledged before, by any process, is in the answer. `endOf` says when the view turns
 * into another without an event, such as at the end of a day.
 */
export async function whileUnchanged<T>(
  ctx: Context,
  scope: Scope,
  name: string,
  read: () => Promise<T>,
  endOf: (value: T) => Date,
): Promise<T> {
  const reads = readsOf.get(ctx.database) ?? { views: new Map(), heads: new Map() }
  readsOf.set(ctx.database, reads)
  const whose = scope === 'platform' ? scope : scope.tenantId
  const head = await headOf(ctx.database, reads.heads, scope, whose)
  const key = `${whose} ${name}`
  const now = ctx.now().getTime()
  const known = reads.views.get(key)
  if (known && known.head === head && now >= known.since && now < known.until) return known.value as Promise<T>
  const fresh: Read = { head, since: now, until: now + longestMs, value: read() }
  if (reads.views.size >= mostViews) reads.views.clear()
  reads.views.set(key, fresh)
  try {
    const value = (await fresh.value) as T
    fresh.until = Math.min(fresh.until, endOf(value).getTime())
    return value
  } catch (error) {
    if (reads.views.get(key) === fresh) reads.views.delete(key)
    throw error
  }
}

function headOf(database: Database, heads: Map<string, Heads>, scope: Scope, whose: string): Promise<string> {
  const ask = () => askHead(database, scope)
  const forget = () => void heads.delete(whose)
  const known = heads.get(whose)
  if (!known) {
    const running = ask()
    const entry: Heads = { running, next: null }
    heads.set(whose, entry)
    running.catch(() => undefined).finally(() => heads.get(whose) === entry && forget())
    return running
  }
  // The one that is under way may have looked already when the caller's own change was committed.
  known.next ??= known.running
    .catch(() => undefined)
    .then(() => {
      const running = known.next!
      const entry: Heads = { running, next: null }
      heads.set(whose, entry)
      running.catch(() => undefined).finally(() => heads.get(whose) === entry && forget())
      return ask()
    })
  return known.next
}

/** For all logs together their number and the sum of their heads: both only ever grow. */
async function askHead(database: Database, scope: Scope): Promise<string> {
  const [row] = await database.within(scope, (em) =>
    rows<{ head: string }>(em, `select count(*) || ' ' || coalesce(sum(position), 0) as head from activity_heads`),
  )
  return row!.head
}
