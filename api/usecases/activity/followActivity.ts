import type { Context } from '../../context.ts'
import { requireTenant } from '../../domain/permissions.ts'
import { readActivityAfter, readLogHead, type ActivityBatch } from './activityFeed.ts'
import type { ActivityView } from './activityLog.ts'

/**
 * Every event of a tenant's log after a position, oldest first and each once, then those that follow as they are
 * written. Nothing is kept for a slow reader: the log itself is where it reads on.
 */
export async function followActivity(ctx: Context, after: number | null): Promise<AsyncIterableIterator<ActivityView>> {
  let hasChanged = false
  let isClosed = false
  let wake: () => void = () => undefined
  // Before the first reading, so that what is written meanwhile is told at once and not with the next hint.
  const stop = ctx.live.subscribe(requireTenant(ctx.actor), 'activity', () => {
    hasChanged = true
    wake()
  })
  let first: ActivityBatch
  try {
    first = await readActivityAfter(ctx, after ?? (await readLogHead(ctx)))
  } catch (error) {
    stop()
    throw error
  }

  async function* events(): AsyncGenerator<ActivityView, undefined> {
    let batch = first
    while (!isClosed) {
      yield* batch.events
      while (!batch.hasMore && !hasChanged && !isClosed) await new Promise<void>((resolve) => (wake = resolve))
      if (isClosed) return
      hasChanged = false
      // The database may be away: the next hint or poll reads on from the same place.
      batch = await readActivityAfter(ctx, batch.endPosition).catch(() => ({ ...batch, events: [], hasMore: false }))
    }
  }

  const source = events()
  const close = async (): Promise<IteratorResult<ActivityView>> => {
    isClosed = true
    stop()
    wake()
    return { value: undefined, done: true }
  }
  const followed: AsyncIterableIterator<ActivityView> = {
    next: () => source.next(),
    return: close,
    throw: close,
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return followed
}
