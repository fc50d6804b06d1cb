import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { Refused } from '../../domain/errors.ts'
import { reportErrorAt } from '../../domain/faults.ts'
import { requireTenant } from '../../domain/permissions.ts'
import { readActivityAfter, type ActivityBatch } from './activityFeed.ts'
import type { ActivityView } from './activityLog.ts'
import { readLogHead } from './logHead.ts'

/** After a failed read, the feed reads again at the next notification or after this time. */
const retryMs = 5_000

/**
 * Yields every event of the tenant's log after a position exactly once, oldest first, then new events as they are appended.
 * Starts at the end of the log when `after` is null; throws `Refused` if the log ends before it. A slow consumer needs no buffer, because it reads on from the log.
 */
export async function followActivity(ctx: Context, after: number | null): Promise<AsyncIterableIterator<ActivityView>> {
  let hasChanged = false
  let isClosed = false
  let wake: () => void = () => undefined
  const onChange = () => {
    hasChanged = true
    wake()
  }
  // Subscribe before the first read, so that events appended during it are yielded at once and not after the next change.
  const stop = ctx.live.subscribe(requireTenant(ctx.actor), 'activity', onChange)
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
      batch = await readActivityAfter(ctx, batch.endPosition).catch((error: unknown) => {
        // The log was restored, and now ends before this position.
        if (error instanceof Refused) throw error
        reportErrorAt('activity feed')(error)
        void sleep(retryMs, undefined, { ref: false }).then(onChange)
        return { ...batch, events: [], hasMore: false }
      })
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
