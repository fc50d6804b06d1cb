import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { outcomeLabels } from '../../domain/labels.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { tick } from '../../lib/haptics.ts'
import { pluralize } from '../../lib/numbers.ts'
import { dismissToast, LONG_TOAST_MS, toastError, toastSuccess, toastUndo } from '../../lib/toasts.ts'
import { deviceName } from '../../lib/useMediaQuery.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import type { Outbox } from '../../session/outbox/outbox.ts'
import { countPhotos, type NewOutboxItem } from '../../session/outbox/outboxItems.ts'
import { useOutbox } from '../../session/outbox/useOutbox.ts'
import { mockDataError, useMockData } from '../../session/person/mockData.ts'
import {
  type KnockExtras,
  type KnockOptions,
  type KnockTarget,
  type OwnKnock,
  toItems,
  toOwnKnock,
  withdrawalOf,
  withExtras,
  withPhotosOf,
} from './knockItems.ts'
import { useSavedPropertyId } from './savedPropertyIds.ts'

/** After a knock, further taps are ignored for this long: a second tap within it is meant for the same knock. */
export const KNOCK_LOCK_MS = 1000

/** Shown when the device cannot store a knock, as with a full disk. Nothing was recorded then. */
const notStored = () => `Not recorded: this ${deviceName()} could not store it. Free some space and tap again.`

const offlineNote = () => (navigator.onLine ? '' : ` · Saved on this ${deviceName()}`)

/** The last knock while it can be undone by a tap. */
export interface RecordedKnock {
  eventId: string
  propertyId: string
  outcome: KnockOutcome
  /** The id of the own outcome that was chosen. */
  ownId?: string | undefined
  /** Undoes the knock by another tap on its outcome, which counts only a second after the one before. */
  undoByTap: () => void
}

/** The last knock that was logged on this screen, unless it was undone. */
interface LastKnock {
  propertyId: string
  photoCount: number
}

/**
 * Logs knocks of the signed-in rep. A knock is stored on the device before it is shown, and sent until the server has it.
 * For six seconds the knock is `recorded` and has an Undo toast; `undo` does the same later. `knock` resolves to false if
 * nothing was recorded, as within a second after another one.
 */
export function useKnocks() {
  const { cache } = useApolloClient()
  const mock = useMockData()
  const outbox = useOutbox()
  const [recorded, setRecorded] = useState<RecordedKnock>()
  const [lastKnock, setLastKnock] = useState<LastKnock>()
  const lockedUntil = useRef(0)
  const lastItem = useRef<{ knock: NewOutboxItem }>(undefined)

  const undo = useCallback(
    async ({ eventId, ...knock }: OwnKnock) => {
      if (!(await outbox.cancel(eventId)) && !(await store(outbox, [withdrawalOf(outbox, eventId, knock)]))) return
      toastSuccess('Knock undone', { id: 'knock-undone' })
    },
    [outbox],
  )

  const knock = useCallback(
    async (property: KnockTarget, outcome: KnockOutcome, options: KnockOptions = {}): Promise<boolean> => {
      if (mock) return refuseMock()
      if (Date.now() < lockedUntil.current) return false
      lockedUntil.current = Date.now() + KNOCK_LOCK_MS
      const items = toItems(cache, outbox, property, outcome, options)
      if (!(await store(outbox, items))) return false
      const record = { knock: items.at(-1)! }
      lastItem.current = record
      setLastKnock({ propertyId: property.id, photoCount: countPhotos(record.knock) })
      const { id: eventId } = record.knock.action
      const toastId = `knock-${property.id}`
      const clear = () => setRecorded((shown) => (shown?.eventId === eventId ? undefined : shown))
      const handleUndo = () => {
        dismissToast(toastId)
        void undo(toOwnKnock(outbox, record.knock))
        clear()
        if (lastItem.current === record) lastItem.current = undefined
        setLastKnock(undefined)
        options.onUndo?.()
      }
      const undoByTap = () => {
        if (Date.now() < lockedUntil.current) return
        lockedUntil.current = Date.now() + KNOCK_LOCK_MS
        handleUndo()
      }
      tick()
      setRecorded({ eventId, propertyId: property.id, outcome, ownId: options.own?.id, undoByTap })
      setTimeout(clear, LONG_TOAST_MS)
      dismissToast(toastId)
      const message = `${options.own?.name ?? outcomeLabels[outcome]} · ${property.streetNumber || property.address}${offlineNote()}`
      toastUndo(message, handleUndo, { id: toastId })
      return true
    },
    [cache, mock, outbox, undo],
  )

  /** Logs one outcome at several houses, such as the units of a building, in one step, which one Undo takes back. */
  const knockAll = useCallback(
    async (properties: readonly KnockTarget[], outcome: KnockOutcome, options: KnockOptions = {}): Promise<boolean> => {
      if (mock) return refuseMock()
      const items = properties.flatMap((property) => toItems(cache, outbox, property, outcome, options))
      if (!(await store(outbox, items))) return false
      tick()
      const logged = items.filter(({ action }) => action.kind === 'KNOCK')
      const message = `${outcomeLabels[outcome]} · ${pluralize(properties.length, 'unit')}${offlineNote()}`
      const undoAll = async () => {
        for (const item of logged) await undo(toOwnKnock(outbox, item))
      }
      toastUndo(message, () => void undoAll(), { id: `knock-${logged[0]!.action.id}` })
      return true
    },
    [cache, mock, outbox, undo],
  )

  /**
   * Adds a note, photos or a time to come back to the last knock that was logged on this screen. If the knock may have been sent, it
   * is withdrawn, and a copy with the additions is logged with the same time and without uploading its photos again. Resolves to
   * false if there is no such knock, or if the device cannot store the change.
   */
  const addToLastKnock = useCallback(
    async (extras: KnockExtras): Promise<boolean> => {
      const record = lastItem.current
      if (!record) return false
      const changed = withExtras(withPhotosOf(outbox, record.knock), extras)
      if (!(await outbox.amend(record.knock.action.id, (item) => ({ ...item, ...changed })))) {
        const { eventId, ...knock } = toOwnKnock(outbox, record.knock)
        const withdrawal = withdrawalOf(outbox, eventId, knock)
        const again = { ...changed, action: { ...changed.action, id: uuidv7(), dependsOn: [withdrawal.action.id] } }
        if (!(await store(outbox, [withdrawal, again]))) return false
        record.knock = again
      } else {
        record.knock = changed
        void outbox.flush()
      }
      setLastKnock((shown) => shown && { ...shown, photoCount: countPhotos(changed) })
      return true
    },
    [outbox],
  )

  return {
    ...{ knock, knockAll, undo, addToLastKnock },
    recorded: useAtSavedProperty(recorded),
    lastKnock: useAtSavedProperty(lastKnock),
  }
}

/** Mock properties do not exist on the server, so a knock there could never be sent. */
function refuseMock(): false {
  toastFailure(mockDataError(), 'Failed to save this knock')
  return false
}

/** A knock with the id of its property, which is a temporary one until the server has saved the property. */
function useAtSavedProperty<Knock extends { propertyId: string }>(knock: Knock | undefined): Knock | undefined {
  const savedId = useSavedPropertyId(knock?.propertyId)
  return knock && { ...knock, propertyId: savedId ?? knock.propertyId }
}

/** Stores and sends items. Resolves to false, and says so, if the device cannot store them. */
async function store(outbox: Outbox, items: readonly NewOutboxItem[]): Promise<boolean> {
  try {
    await outbox.add(...items)
  } catch {
    toastError(notStored())
    return false
  }
  void outbox.flush()
  return true
}
