import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { dismissToast, LONG_TOAST, toastUndo } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { mockDataRefusal, useMockData } from '../../session/mockData.ts'
import { outcomeLook } from '../../ui/outcomes.ts'
import { hideKnock, showKnock } from './knockCache.ts'
import type { Knocker } from './knocker.ts'
import type { PendingKnock } from './knockQueue.ts'
import { useWaitingKnocks } from './useWaitingKnocks.ts'

/** The house whose door was knocked at. */
export interface KnockedHouse {
  id: string
  address: string
  streetNumber: string
  status: PropertyStatus
}

export interface KnockCircumstances {
  /** Told when the knock was taken back. */
  onUndo?: () => void
  sessionId?: string | undefined
  at?: { lat: number; lng: number } | undefined
}

/**
 * Logs knocks for one rep. A knock shows at once, is kept on this phone until the server has it, and is sent with the
 * same event id however often it takes; `waiting` lists those that could not be sent. Each comes
 * with an Undo; `canUndo` while that is on the screen. False from `knock` says that it was refused at once.
 */
export function useKnocks(rep: Knocker) {
  const { cache } = useApolloClient()
  const mock = useMockData()
  const { queue, flush, waiting } = useWaitingKnocks(rep.queue)
  const [undoable, setUndoable] = useState<string>()

  const undo = useCallback(
    (entry: PendingKnock) => {
      hideKnock(cache, entry)
      if (queue.cancel(entry.eventId)) return
      const { eventId, propertyId, address, outcome } = entry
      queue.add({ kind: 'withdrawal', eventId, propertyId, address, outcome, occurredAt: new Date().toISOString() })
      void flush()
    },
    [cache, flush, queue],
  )

  const knock = useCallback(
    (house: KnockedHouse, outcome: KnockOutcome, { sessionId, at, onUndo }: KnockCircumstances = {}) => {
      // Kept on the phone, it would be sent for a house that does not exist once mock data is off.
      if (mock) {
        tellFailure(mockDataRefusal(), 'Failed to save this knock')
        return false
      }
      const entry: PendingKnock = {
        kind: 'knock',
        eventId: uuidv7(),
        propertyId: house.id,
        address: house.address,
        outcome,
        occurredAt: new Date().toISOString(),
        sessionId,
        lat: at?.lat,
        lng: at?.lng,
        statusBefore: house.status,
      }
      const done = () => setUndoable((shown) => (shown === entry.eventId ? undefined : shown))
      showKnock(cache, entry, rep)
      setUndoable(entry.eventId)
      setTimeout(done, LONG_TOAST)
      queue.add(entry)
      const kept = navigator.onLine ? '' : ' · Saved on this phone'
      const takeBack = () => {
        undo(entry)
        done()
        onUndo?.()
      }
      const toastId = `knock-${house.id}`
      dismissToast(toastId)
      toastUndo(`${outcomeLook(outcome).label} · ${house.streetNumber || house.address}${kept}`, takeBack, {
        id: toastId,
      })
      void flush()
      return true
    },
    [cache, flush, mock, queue, rep, undo],
  )

  return { knock, waiting, retry: flush, canUndo: undoable !== undefined }
}
