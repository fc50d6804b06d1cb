import { useCallback } from 'react'
import { toastSuccess } from '../../lib/toasts.ts'
import { useOutbox } from '../../session/outbox/useOutbox.ts'
import type { OwnKnock } from './knockItems.ts'
import { useKnocks } from './useKnocks.ts'

/**
 * Undoes a knock away from its door, also one of another day. Resolves once everything that waits was sent, or could not be sent: the
 * screen then reads again what it shows.
 */
export function useUndoKnock(): (knock: OwnKnock) => Promise<void> {
  const outbox = useOutbox()
  const { undo } = useKnocks()
  return useCallback(
    async (knock) => {
      await undo(knock)
      toastSuccess('Knock undone')
      await outbox.flush()
    },
    [outbox, undo],
  )
}
