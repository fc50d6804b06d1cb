import { useCallback, useEffect, useRef } from 'react'
import type { Outbox } from './outbox.ts'
import { isKnock } from './outboxItems.ts'
import { useOutbox } from './useOutbox.ts'

/** How long a notification of a change waits for the answer to what this tab is sending. */
const ANSWER_MS = 10_000

/**
 * Returns a stable function that is told the positions of the latest changes in the log, newest first, and calls `onChanged` unless all
 * that are new are knocks of this device. The overlay shows those, so there is nothing to read.
 */
export function useOthersChanges(onChanged: () => void): (positions: readonly number[]) => void {
  const outbox = useOutbox()
  const latest = useRef(onChanged)
  useEffect(() => {
    latest.current = onChanged
  })
  const known = useRef<number>(undefined)
  return useCallback(
    (positions) => {
      const before = known.current
      known.current = Math.max(before ?? 0, positions[0] ?? 0)
      const news = positions.filter((position) => before === undefined || position > before)
      // With more changes than positions, those that are left out may be anybody's.
      if (before === undefined || news.length === positions.length) return latest.current()
      void areOwnKnocks(outbox, news).then((areOwn) => areOwn || latest.current())
    },
    [outbox],
  )
}

/** Waits for the answer to what is being sent, because a notification can be earlier than that. */
function areOwnKnocks(outbox: Outbox, positions: readonly number[]): Promise<boolean> {
  const areOwn = () => {
    const own = new Set(outbox.state().sent.flatMap((item) => (isKnock(item) ? item.position : [])))
    return positions.every((position) => own.has(position))
  }
  const isSending = () => outbox.state().sending.size > 0
  return new Promise((resolve) => {
    const decide = () => {
      if (!areOwn() && isSending()) return
      end()
    }
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve(areOwn())
    }
    const timer = setTimeout(end, ANSWER_MS)
    const unsubscribe = outbox.subscribe(decide)
    decide()
  })
}
