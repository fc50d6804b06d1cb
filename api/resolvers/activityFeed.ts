import type { Context } from '../context.ts'
import { tenantOf } from '../domain/permissions.ts'
import { readActivityAfter, readHead, type Stretch } from '../usecases/activityFeed.ts'
import type { ActivityView } from '../usecases/activityLog.ts'

/**
 * Every event of a tenant's log after a position, oldest first and each once, then those that follow as they are
 * written. Nothing is kept for a slow reader: the log itself is where it reads on.
 */
export async function followActivity(ctx: Context, after: number | null): Promise<AsyncIterableIterator<ActivityView>> {
  let changed = false
  let left = false
  let wake: () => void = () => undefined
  // Before the first reading, so that what is written meanwhile is told at once and not with the next hint.
  const stop = ctx.live.watch(tenantOf(ctx.actor), 'activity', () => {
    changed = true
    wake()
  })
  let first: Stretch
  try {
    first = await readActivityAfter(ctx, after ?? (await readHead(ctx)))
  } catch (error) {
    stop()
    throw error
  }

  async function* events(): AsyncGenerator<ActivityView, undefined> {
    let stretch = first
    while (!left) {
      yield* stretch.events
      while (!stretch.more && !changed && !left) await new Promise<void>((resolve) => (wake = resolve))
      if (left) return
      changed = false
      // The database may be away: the next hint or poll reads on from the same place.
      stretch = await readActivityAfter(ctx, stretch.upto).catch(() => ({ ...stretch, events: [], more: false }))
    }
  }

  const source = events()
  const leave = async (): Promise<IteratorResult<ActivityView>> => {
    left = true
    stop()
    wake()
    return { value: undefined, done: true }
  }
  const followed: AsyncIterableIterator<ActivityView> = {
    next: () => source.next(),
    return: leave,
    throw: leave,
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return followed
}
