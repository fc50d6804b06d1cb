import type { ApolloCache } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import { outcomeLabels } from '../../domain/labels.ts'
import {
  type KnockOutcome,
  LastKnockFragmentDoc,
  type NewPropertyInput,
  type PropertyStatus,
} from '../../gql/graphql.ts'
import { dismissToast, LONG_TOAST_MS, toastError, toastSuccess, toastUndo } from '../../lib/toasts.ts'
import { deviceName } from '../../lib/useMediaQuery.ts'
import { tick } from '../../lib/haptics.ts'
import { pluralize } from '../../lib/numbers.ts'
import { OverlaidCache } from '../../lib/overlaidCache.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { mockDataError, useMockData } from '../../session/person/mockData.ts'
import type { Outbox } from '../../session/outbox/outbox.ts'
import {
  countPhotos,
  type DoorState,
  makerOf,
  type NewOutboxItem,
  type NewPhoto,
} from '../../session/outbox/outboxItems.ts'
import { pendingIdAt } from '../../session/outbox/pendingIdAt.ts'
import { useOutbox } from '../../session/outbox/useOutbox.ts'
import type { Point } from '../../lib/distance.ts'
import { rememberPropertyId, savedIdOf, useSavedPropertyId } from './savedPropertyIds.ts'

/** After a knock, further taps are ignored for this long: a second tap within it is meant for the same knock. */
export const KNOCK_LOCK_MS = 1000

/** Shown when the device cannot store a knock, as with a full disk. Nothing was recorded then. */
const notStored = () => `Not recorded: this ${deviceName()} could not store it. Free some space and tap again.`

export interface KnockTarget {
  /** The id of the property, or a temporary one with `newProperty`. */
  id: string
  /** The house, if it is not saved: it is saved with the knock. */
  newProperty?: NewPropertyInput | undefined
  address: string
  streetNumber: string
  status: PropertyStatus
}

/** What a rep adds to a knock. */
export interface KnockExtras {
  note?: string | undefined
  /** A knock has at most `maxPhotosOfKnock`. */
  photos?: readonly NewPhoto[] | undefined
  /** When the rep wants to come back. */
  comeBackAt?: Date | undefined
}

export interface KnockOptions extends KnockExtras {
  /** The own outcome that was chosen, which counts as the given one. */
  own?: OwnOutcome | undefined
  /** Called when the user undoes the knock. */
  onUndo?: () => void
  sessionId?: string | undefined
  at?: (Point & { accuracyMeters?: number | undefined }) | undefined
}

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

/** A knock, as far as undoing it needs. */
export interface OwnKnock {
  eventId: string
  propertyId: string
  /** The address, for the list of what waits. */
  title: string
  knockedAt?: string | undefined
  sessionId?: string | undefined
  before?: DoorState | undefined
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
      // Mock properties do not exist on the server, so the knock could never be sent.
      if (mock) {
        toastFailure(mockDataError(), 'Failed to save this knock')
        return false
      }
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
      const offlineNote = navigator.onLine ? '' : ` · Saved on this ${deviceName()}`
      dismissToast(toastId)
      const message = `${options.own?.name ?? outcomeLabels[outcome]} · ${property.streetNumber || property.address}${offlineNote}`
      toastUndo(message, handleUndo, { id: toastId })
      return true
    },
    [cache, mock, outbox, undo],
  )

  /** Logs one outcome at several houses, such as the units of a building, in one step, which one Undo takes back. */
  const knockAll = useCallback(
    async (properties: readonly KnockTarget[], outcome: KnockOutcome, options: KnockOptions = {}): Promise<boolean> => {
      if (mock) {
        toastFailure(mockDataError(), 'Failed to save this knock')
        return false
      }
      const items = properties.flatMap((property) => toItems(cache, outbox, property, outcome, options))
      if (!(await store(outbox, items))) return false
      tick()
      const logged = items.filter(({ action }) => action.kind === 'KNOCK')
      const offlineNote = navigator.onLine ? '' : ` · Saved on this ${deviceName()}`
      const message = `${outcomeLabels[outcome]} · ${pluralize(properties.length, 'unit')}${offlineNote}`
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

/** The knock as an item, after the property if it has to be saved first. */
function toItems(
  cache: ApolloCache,
  outbox: Outbox,
  property: KnockTarget,
  outcome: KnockOutcome,
  { own, sessionId, at, note, photos, comeBackAt }: KnockOptions,
): NewOutboxItem[] {
  const { items } = outbox.state()
  const [eventId, occurredAt] = [uuidv7(), new Date().toISOString()]
  const { newProperty } = property
  const knownId = newProperty ? (savedIdOf(outbox, property.id) ?? pendingIdAt(items, newProperty)) : property.id
  const propertyId = knownId ?? uuidv7()
  if (newProperty) rememberPropertyId(property.id, propertyId)
  const maker = knownId ? makerOf(items, knownId) : propertyId
  const shared = { propertyId, title: property.address }
  const knock: NewOutboxItem = {
    ...shared,
    action: {
      id: eventId,
      kind: 'KNOCK',
      occurredAt,
      dependsOn: maker ? [maker] : [],
      knock: {
        propertyId,
        outcome,
        ...(own && { outcomeId: own.id }),
        sessionId,
        note,
        comeBackAt: comeBackAt?.toISOString(),
        ...at,
      },
    },
    before: readDoor(cache, propertyId, property.status),
    sessionId,
    photos,
    ...(own && { outcomeName: own.name }),
  }
  if (knownId || !newProperty) return [knock]
  const input = { ...newProperty, id: propertyId }
  return [
    { ...shared, action: { id: propertyId, kind: 'PROPERTY', occurredAt, property: input }, madeFor: eventId },
    knock,
  ]
}

/** The last knock as the marker shows it, and the status of the property. */
function readDoor(cache: ApolloCache, id: string, status: PropertyStatus): DoorState {
  const cacheId = cache.identify({ __typename: 'MapMarker', id })
  const read = cache.readFragment({ id: cacheId, fragment: LastKnockFragmentDoc })
  const marker = { __typename: 'MapMarker', id, lastOutcome: null, lastKnockedAt: null, ...read, status }
  const { lastOutcome, lastKnockedAt, status: shown } = cache instanceof OverlaidCache ? cache.show(marker) : marker
  return { status: shown, lastOutcome, lastKnockedAt }
}

/** The knock with its photos as the outbox has them now: some may have been uploaded. */
function withPhotosOf(outbox: Outbox, knock: NewOutboxItem): NewOutboxItem {
  const { items, sent } = outbox.state()
  const stored = [...items, ...sent].find(({ action }) => action.id === knock.action.id)
  if (!stored) return knock
  const { photos, action } = stored
  return {
    ...knock,
    photos,
    action: { ...knock.action, knock: { ...knock.action.knock!, photoIds: action.knock?.photoIds } },
  }
}

function withExtras(knock: NewOutboxItem, { note, photos, comeBackAt }: KnockExtras): NewOutboxItem {
  const { action } = knock
  return {
    ...knock,
    ...(photos && { photos: [...(knock.photos ?? []), ...photos] }),
    action: {
      ...action,
      knock: {
        ...action.knock!,
        ...(note !== undefined && { note: note || null }),
        ...(comeBackAt && { comeBackAt: comeBackAt.toISOString() }),
      },
    },
  }
}

function withdrawalOf(outbox: Outbox, knockId: string, knock: Omit<OwnKnock, 'eventId'>): NewOutboxItem {
  const isUnsent = outbox.state().items.some(({ action }) => action.id === knockId)
  return {
    ...knock,
    action: {
      id: uuidv7(),
      kind: 'WITHDRAWAL',
      occurredAt: new Date().toISOString(),
      dependsOn: isUnsent ? [knockId] : [],
      withdrawal: { knockId },
    },
  }
}

function toOwnKnock(outbox: Outbox, { action, propertyId, title, sessionId, before }: NewOutboxItem): OwnKnock {
  const savedId = outbox.savedPropertyId(propertyId!) ?? propertyId!
  return { eventId: action.id, propertyId: savedId, title, knockedAt: action.occurredAt, sessionId, before }
}
