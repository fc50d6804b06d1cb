import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { KnockOutcome, NewPropertyInput, PropertyStatus } from '../../gql/graphql.ts'
import { dismissToast, LONG_TOAST_MS, toastUndo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { mockDataError, useMockData } from '../../session/mockData.ts'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { addKnockToCache, readLastKnock, removeKnockFromCache } from './knockCache.ts'
import type { KnockingRep } from './useKnockingRep.ts'
import type { PendingKnock } from './knockOutbox.ts'
import { useOutbox } from './useOutbox.ts'

/** After a knock, further taps are ignored for this long: a second tap within it is meant for the same knock. */
export const KNOCK_LOCK_MS = 1000

export interface KnockTarget {
  /** The id of the property, or a temporary one with `newProperty`. */
  id: string
  /** The house, if it is not saved: it is saved with the knock. */
  newProperty?: NewPropertyInput | undefined
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

/** The last knock while it can be undone. */
export interface RecordedKnock {
  eventId: string
  propertyId: string
  outcome: KnockOutcome
  /** Undoes the knock by another tap on its outcome, which counts only a second after the one before. */
  undoByTap: () => void
}

/**
 * Logs knocks for one rep. A knock is shown at once, stored in the outbox, and sent until the server has it; `unsent`
 * lists those that could not be sent. For six seconds the knock is `recorded` and has an Undo toast. `knock` returns
 * false if it was rejected at once, as within a second after another one.
 */
export function useKnocks(rep: KnockingRep) {
  const { cache } = useApolloClient()
  const mock = useMockData()
  const { outbox, flush, unsent } = useOutbox(rep.outboxName)
  const [recorded, setRecorded] = useState<RecordedKnock>()
  const lockedUntil = useRef(0)

  const undo = useCallback(
    (entry: PendingKnock) => {
      const propertyId = outbox.savedPropertyId(entry.propertyId) ?? entry.propertyId
      removeKnockFromCache(cache, { ...entry, propertyId })
      if (outbox.cancel(entry.eventId)) return
      const { eventId, address, outcome, sessionId } = entry
      const occurredAt = new Date().toISOString()
      outbox.add({ kind: 'withdrawal', eventId, propertyId, address, outcome, occurredAt, sessionId })
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
      if (Date.now() < lockedUntil.current) return false
      lockedUntil.current = Date.now() + KNOCK_LOCK_MS
      const entry: PendingKnock = {
        kind: 'knock',
        eventId: uuidv7(),
        propertyId: property.id,
        newProperty: property.newProperty,
        address: property.address,
        outcome,
        occurredAt: new Date().toISOString(),
        sessionId,
        lat: at?.lat,
        lng: at?.lng,
        statusBefore: property.status,
        lastKnockBefore: readLastKnock(cache, property.id),
      }
      const toastId = `knock-${property.id}`
      const clear = () => setRecorded((shown) => (shown?.eventId === entry.eventId ? undefined : shown))
      const handleUndo = () => {
        dismissToast(toastId)
        undo(entry)
        clear()
        onUndo?.()
      }
      const undoByTap = () => {
        if (Date.now() < lockedUntil.current) return
        lockedUntil.current = Date.now() + KNOCK_LOCK_MS
        handleUndo()
      }
      addKnockToCache(cache, entry, rep)
      setRecorded({ eventId: entry.eventId, propertyId: property.id, outcome, undoByTap })
      setTimeout(clear, LONG_TOAST_MS)
      outbox.add(entry)
      const offlineNote = navigator.onLine ? '' : ' · Saved on this phone'
      dismissToast(toastId)
      const message = `${outcomeDisplay(outcome).label} · ${property.streetNumber || property.address}${offlineNote}`
      toastUndo(message, handleUndo, { id: toastId })
      void flush()
      return true
    },
    [cache, flush, mock, outbox, rep, undo],
  )

  return {
    knock,
    unsent,
    retry: flush,
    recorded,
    /** The id of a house that was saved with its knock, by its temporary id. */
    savedPropertyId: outbox.savedPropertyId,
  }
}
