import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { dismissToast, LONG_TOAST_MS, toastUndo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { mockDataError, useMockData } from '../../session/mockData.ts'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { addKnockToCache, readLastKnock, removeKnockFromCache } from './knockCache.ts'
import type { KnockingRep } from './useKnockingRep.ts'
import type { PendingKnock } from './knockOutbox.ts'
import { useOutbox } from './useOutbox.ts'

export interface KnockTarget {
  id: string
  address: string
  streetNumber: string
  status: PropertyStatus
}

export interface KnockOptions {
  /** Called when the user undoes the knock. */
  onUndo?: () => void
  sessionId?: string | undefined
  at?: { lat: number; lng: number } | undefined
}

/**
 * Logs knocks for one rep. A knock is shown at once, stored in the outbox, and sent until the server has it; `unsent`
 * lists those that could not be sent. Each knock has an Undo toast; `canUndo` is true while one is visible. `knock`
 * returns false if it was rejected at once.
 */
export function useKnocks(rep: KnockingRep) {
  const { cache } = useApolloClient()
  const mock = useMockData()
  const { outbox, flush, unsent } = useOutbox(rep.outboxName)
  const [undoableEventId, setUndoableEventId] = useState<string>()

  const undo = useCallback(
    (entry: PendingKnock) => {
      removeKnockFromCache(cache, entry)
      if (outbox.cancel(entry.eventId)) return
      const { eventId, propertyId, address, outcome } = entry
      outbox.add({ kind: 'withdrawal', eventId, propertyId, address, outcome, occurredAt: new Date().toISOString() })
      void flush()
    },
    [cache, flush, outbox],
  )

  const knock = useCallback(
    (property: KnockTarget, outcome: KnockOutcome, { sessionId, at, onUndo }: KnockOptions = {}) => {
      // Mock properties do not exist on the server, so the knock could never be sent.
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
        lastKnockBefore: readLastKnock(cache, property.id),
      }
      const clearUndo = () => setUndoableEventId((shown) => (shown === entry.eventId ? undefined : shown))
      addKnockToCache(cache, entry, rep)
      setUndoableEventId(entry.eventId)
      setTimeout(clearUndo, LONG_TOAST_MS)
      outbox.add(entry)
      const offlineNote = navigator.onLine ? '' : ' · Saved on this phone'
      const handleUndo = () => {
        undo(entry)
        clearUndo()
        onUndo?.()
      }
      const toastId = `knock-${property.id}`
      dismissToast(toastId)
      const message = `${outcomeDisplay(outcome).label} · ${property.streetNumber || property.address}${offlineNote}`
      toastUndo(message, handleUndo, { id: toastId })
      void flush()
      return true
    },
    [cache, flush, mock, outbox, rep, undo],
  )

  return { knock, unsent, retry: flush, canUndo: undoableEventId !== undefined }
}
