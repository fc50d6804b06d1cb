import { useCallback, useEffect, useRef } from 'react'
import type { Outbox } from './outbox.ts'
import { isKnock } from './outboxItems.ts'
import { useOutbox } from './useOutbox.ts'

/** The longest time to wait for the answer to the request that this tab is sending. */
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
      // The notification has only the latest positions. Any user may have made the changes before them.
      if (before === undefined || news.length === positions.length) return latest.current()
      void areOwnKnocks(outbox, news).then((areOwn) => areOwn || latest.current())
    },
    [outbox],
  )
}

/** Whether all changes at these positions are knocks of this device. Waits until nothing is being sent, because a notification can arrive before the answer to the request that made the change. */
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
