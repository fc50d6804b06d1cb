import { useEffect, useRef, useState } from 'react'
import { draftOf, temporaryId } from '../domain/draftOf.ts'
import { KNOCK_LOCK_MS, type KnockTarget, type RecordedKnock, type useKnocks } from '../features/knocking/useKnocks.ts'
import { type KnockExtrasInput, useKnockExtras } from '../features/knocking/useKnockExtras.ts'
import { type NextDoor, useNextDoor } from '../features/knocking/useNextDoor.ts'
import type { LatLng } from '../features/locating/useLocate.ts'
import { type PropertyDraft, toNewPropertyInput } from '../features/properties/toNewPropertyInput.ts'
import type { KnockOutcome } from '../gql/graphql.ts'

/** The selected house: a saved property or one that is not saved. */
export type Door = { saved: LatLng & Omit<KnockTarget, 'newProperty'> } | { draft: PropertyDraft }

interface DoorKnockingOptions {
  /** The next house is looked up, and opens by itself, on a phone only. */
  phone: boolean
  door: Door | undefined
  knocks: ReturnType<typeof useKnocks>
  sessionId: string | undefined
  location: () => LatLng | undefined
  openSaved: (property: LatLng & { id: string }) => void
  openDraft: (draft: PropertyDraft) => void
  /** Something else has to be done at this house first, so the next one does not open by itself. */
  shouldStay: (outcome: KnockOutcome) => boolean
}

export interface DoorKnocking {
  knock: (outcome: KnockOutcome) => void
  /** The knock that was just logged at the selected house. */
  recorded: RecordedKnock | undefined
  /** The note and the photo of the sheet. */
  extras: KnockExtrasInput
  /** Undoes an earlier knock of the rep at the selected house. */
  undo: (eventId: string) => void
  next: NextDoor | undefined
  goNext: () => void
  /** Selects the property as which the selected house is saved by now. */
  openInPlaceOfDraft: (property: LatLng & { id: string }) => void
}

/** A tap right after the next house has opened by itself was meant for the house before. */
const SWITCH_LOCK_MS = 500

/** Knocks at the selected house. On a phone the sheet of the next house opens a second after a knock. */
export function useDoorKnocking(options: DoorKnockingOptions): DoorKnocking {
  const { phone, door, knocks, openSaved, openDraft, shouldStay } = options
  const [leaving, setLeaving] = useState<{ id: string; at: number }>()
  const doorId = door && idOf(door)
  const selectedId = useRef(doorId)
  useEffect(() => void (selectedId.current = doorId), [doorId])
  const { next, markVisited, goOn, rename } = useNextDoor(phone && door ? walkedDoor(door) : undefined)

  const goNext = () => {
    setLeaving(undefined)
    if (!next) return
    goOn(next, next.propertyId ?? temporaryId(next))
    if (next.propertyId) openSaved({ id: next.propertyId, lat: next.lat, lng: next.lng })
    else openDraft(draftOf(next))
  }
  const lockedUntil = useRef(0)
  useCallAt(leaving && leaving.id === doorId && next ? leaving.at : undefined, () => {
    lockedUntil.current = Date.now() + SWITCH_LOCK_MS
    goNext()
  })
  const extras = useKnockExtras(knocks, doorId, () => setLeaving(undefined))
  const openInPlaceOfDraft: typeof openSaved = (property) => {
    if (doorId !== undefined) {
      extras.rename(doorId, property.id)
      rename(doorId, property.id)
      // The house is the same, so the rep still leaves it.
      setLeaving((before) => (before?.id === doorId ? { ...before, id: property.id } : before))
    }
    openSaved(property)
  }
  useOpenWhenSaved(door, knocks.savedPropertyId, openInPlaceOfDraft)

  const knock = async (outcome: KnockOutcome) => {
    if (!door || doorId === undefined || Date.now() < lockedUntil.current) return
    const knockedAt = Date.now()
    const taken = extras.take()
    const accepted = await knocks.knock(targetOf(door), outcome, {
      sessionId: options.sessionId,
      at: options.location(),
      ...taken.extras,
      onUndo: () => {
        setLeaving(undefined)
        // Back to the house whose knock was undone, unless it is still selected.
        if (!phone || selectedId.current === doorId) return
        if ('draft' in door) openDraft(door.draft)
        else openSaved(door.saved)
      },
    })
    if (!accepted) return
    taken.remove()
    markVisited(doorId)
    setLeaving(phone && !shouldStay(outcome) ? { id: doorId, at: knockedAt + KNOCK_LOCK_MS } : undefined)
  }

  const undo = (eventId: string) => {
    if (!door || 'draft' in door) return
    void knocks.undo({ eventId, propertyId: door.saved.id, title: door.saved.address })
  }

  const { recorded } = knocks
  const isHere = recorded && doorId === (knocks.savedPropertyId(recorded.propertyId) ?? recorded.propertyId)
  return {
    knock: (outcome) => void knock(outcome),
    recorded: isHere ? recorded : undefined,
    extras: extras.input,
    undo,
    next,
    goNext,
    openInPlaceOfDraft,
  }
}

/** Calls `action` at a time, at once if it is over; not while it is undefined. */
function useCallAt(time: number | undefined, action: () => void): void {
  useEffect(() => {
    if (time === undefined) return
    const timer = setTimeout(action, time - Date.now())
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function must not restart the wait
  }, [time])
}

/** Selects the saved property in place of the draft once its knock has been sent. */
function useOpenWhenSaved(
  door: Door | undefined,
  savedPropertyId: (temporary: string) => string | undefined,
  openSaved: DoorKnockingOptions['openSaved'],
): void {
  const draft = door && 'draft' in door ? door.draft : undefined
  const savedId = draft && savedPropertyId(temporaryId(draft))
  useEffect(() => {
    if (savedId && draft) openSaved({ id: savedId, lat: draft.lat, lng: draft.lng })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per saved house
  }, [savedId])
}

const idOf = (door: Door): string => ('draft' in door ? temporaryId(door.draft) : door.saved.id)

function walkedDoor(door: Door) {
  if ('saved' in door) return { id: door.saved.id, propertyId: door.saved.id }
  const { address, lat, lng } = door.draft
  return { id: temporaryId(door.draft), address, point: { lat, lng } }
}

function targetOf(door: Door): KnockTarget {
  if ('saved' in door) return door.saved
  const { address, streetNumber } = door.draft
  return {
    id: temporaryId(door.draft),
    address,
    streetNumber,
    status: 'NEW',
    newProperty: toNewPropertyInput(door.draft),
  }
}
