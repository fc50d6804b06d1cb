import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { dismissToast, LONG_TOAST_MS, toastUndo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { mockDataError, useMockData } from '../../session/mockData.ts'
import { outcomeDisplay } from '../../ui/outcomes.ts'
import { removeKnockFromCache, addKnockToCache } from './knockCache.ts'
import type { KnockingRep } from './useKnockingRep.ts'
import type { PendingKnock } from './knockOutbox.ts'
import { useOutbox } from './useOutbox.ts'

/** The house whose door was knocked at. */
export interface KnockTarget {
  id: string
  address: string
  streetNumber: string
  status: PropertyStatus
}

export interface KnockOptions {
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
export function useKnocks(rep: KnockingRep) {
  const { cache } = useApolloClient()
  const mock = useMockData()
  const { queue, flush, waiting: unsent } = useOutbox(rep.outboxName)
  const [undoableEventId, setUndoableEventId] = useState<string>()

  const undo = useCallback(
    (entry: PendingKnock) => {
      removeKnockFromCache(cache, entry)
      if (queue.cancel(entry.eventId)) return
      const { eventId, propertyId, address, outcome } = entry
      queue.add({ kind: 'withdrawal', eventId, propertyId, address, outcome, occurredAt: new Date().toISOString() })
      void flush()
    },
    [cache, flush, queue],
  )

  const knock = useCallback(
    (property: KnockTarget, outcome: KnockOutcome, { sessionId, at, onUndo }: KnockOptions = {}) => {
      // Kept on the phone, it would be sent for a house that does not exist once mock data is off.
      if (mock) {
        toastFailure(mockDataError(), 'Failed to save this knock')
        return false
      }
      const entry: PendingKnock = {
        kind: 'knock',
        eventId: uuidv7(),
        propertyId: property.id,
        address: property.address,
        outcome,
        occurredAt: new Date().toISOString(),
        sessionId,
        lat: at?.lat,
        lng: at?.lng,
        statusBefore: property.status,
      }
      const clearUndo = () => setUndoableEventId((shown) => (shown === entry.eventId ? undefined : shown))
      addKnockToCache(cache, entry, rep)
      setUndoableEventId(entry.eventId)
      setTimeout(clearUndo, LONG_TOAST_MS)
      queue.add(entry)
      const offlineNote = navigator.onLine ? '' : ' · Saved on this phone'
      const handleUndo = () => {
        undo(entry)
        clearUndo()
        onUndo?.()
      }
      const toastId = `knock-${property.id}`
      dismissToast(toastId)
      toastUndo(
        `${outcomeDisplay(outcome).label} · ${property.streetNumber || property.address}${offlineNote}`,
        handleUndo,
        {
          id: toastId,
        },
      )
      void flush()
      return true
    },
    [cache, flush, mock, queue, rep, undo],
  )

  return { knock, waiting: unsent, retry: flush, canUndo: undoableEventId !== undefined }
}
