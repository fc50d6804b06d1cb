import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type KnockOutcome, LogKnockDocument, type PropertyStatus, WithdrawKnockDocument } from '../../gql/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { dismissToast, LONG_TOAST, toastError, toastUndo } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { mockDataRefusal, useMockData } from '../../session/mockData.ts'
import { outcomeLook } from '../../ui/outcomes.ts'
import { hideKnock, type Knocker, showKnock, showStatus } from './knockCache.ts'
import { knockQueue, type Pending, type PendingKnock, type Sent } from './knockQueue.ts'

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

/** How often what waits is tried again while the page is open. */
const TRY_AGAIN_AFTER = 15_000

/**
 * Logs knocks for one rep. A knock shows at once, is kept on this phone until the server has it, and is sent with the
 * same event id however often it takes; `waiting` lists those that could not be sent. Each comes
 * with an Undo; `canUndo` while that is on the screen. False from `knock` says that it was refused at once.
 */
export function useKnocks(rep: Knocker) {
  const { cache, mutate } = useKnockCalls()
  const mock = useMockData()
  const queue = useMemo(() => knockQueue(localStorage, rep.id), [rep.id])
  const entries = useSyncExternalStore(queue.subscribe, queue.entries)
  const [undoable, setUndoable] = useState<string>()
  const [triedInVain, setTriedInVain] = useState<ReadonlySet<string>>(new Set())

  const send = useCallback(
    async (entry: Pending): Promise<Sent> => {
      try {
        const refusal = await mutate(entry)
        if (refusal) toastError(`${entry.address}: ${refusal}`)
        if (refusal && entry.kind === 'knock') hideKnock(cache, entry)
        return refusal ? 'refused' : 'sent'
      } catch (error) {
        if (!isFinal(error)) {
          setTriedInVain((tried) => new Set(tried).add(entry.eventId))
          return 'later'
        }
        if (entry.kind === 'knock') hideKnock(cache, entry)
        toastError(`${entry.address}: ${errorMessage(error, 'Failed to save this knock')}`)
        return 'refused'
      }
    },
    [cache, mutate],
  )
  const flush = useCallback(() => queue.flush(send), [queue, send])

  useEffect(() => {
    void flush()
    const again = () => void flush()
    const timer = setInterval(() => queue.entries().length > 0 && again(), TRY_AGAIN_AFTER)
    globalThis.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', again)
    }
  }, [flush, queue])

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

  // A knock on its way is not news; one that could not be sent is.
  const waiting = entries.filter((entry) => !navigator.onLine || triedInVain.has(entry.eventId))
  return { knock, waiting, retry: flush, canUndo: undoable !== undefined }
}

/** Neither a lost connection nor a busy server nor an ended session is the knock's fault: it is tried again. */
function isFinal(error: unknown): boolean {
  return ['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT'].includes(errorCode(error))
}

/** Sends one entry; answers the server's reason where it refused, and shows the house as the server has it. */
function useKnockCalls() {
  const client = useApolloClient()
  return useMemo(() => {
    const sendKnock = async (entry: PendingKnock) => {
      const { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng } = entry
      const input = { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng }
      const { data } = await client.mutate({ mutation: LogKnockDocument, variables: { input } })
      return data?.logKnock
    }
    const mutate = async (entry: Pending): Promise<string | null> => {
      const result =
        entry.kind === 'knock'
          ? await sendKnock(entry)
          : (await client.mutate({ mutation: WithdrawKnockDocument, variables: { eventId: entry.eventId } })).data
              ?.withdrawKnock
      if (result?.property) showStatus(client.cache, result.property.id, result.property.status)
      return result?.error ?? null
    }
    return { cache: client.cache, mutate }
  }, [client])
}
