import type { OwnOutcome } from '../domain/outcomes.ts'
import { temporaryId } from '../domain/draftOf.ts'
import type { KnockTarget } from '../features/knocking/knockItems.ts'
import type { NextDoor } from '../features/knocking/NextDoorBar.tsx'
import type { Diagnostics, LocateMethod, Located } from '../features/locating/locateToasts.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { type PropertyDraft, toNewPropertyInput } from '../features/properties/toNewPropertyInput.ts'
import type {
  KnockOutcome,
  LeadAtDoorFragment,
  MapPropertyFragment,
  NearbyOwnerFragment,
  WalkDirection,
} from '../gql/graphql.ts'
import type { Route } from '../features/walkingRoutes/route.ts'
import type { Point } from '../lib/distance.ts'
import type { Building } from './UnitsDialog.tsx'

// What the reducer (walk.ts) and its parts share: the state, its events and effects, and what is selected.

export type SavedPoint = Point & { id: string }
type Outline = readonly Point[] | null

/** A saved property, or a draft: one that is not saved. */
export type Selection =
  /** `draftId` is the temporary id that it had, if it was saved while it was selected. */
  | { kind: 'property'; property: SavedPoint; outline?: Outline | undefined; draftId?: string }
  /** A draft along the street has only its address until its parcel has been looked up. */
  | { kind: 'draft'; draft: PropertyDraft; outline?: Outline | undefined; isLookedUp: boolean }

/**
 * The dialog over the map: a quick lead for a property just found, a lead with its type, the details of a property, the units of
 * a building, or the address of a property that no record has.
 */
export type MapDialog =
  | { kind: 'quick' | 'type'; draft: PropertyDraft }
  | { kind: 'type'; property: MapPropertyFragment; leads: readonly LeadAtDoorFragment[] }
  | { kind: 'details'; id: string }
  | { kind: 'units'; building: Building }
  | { kind: 'add'; point: Point; typed?: string | undefined; isOffline?: boolean }

/** What is being looked up: an address, a tapped point (`at`), a link, or the door to begin with. */
export interface Pending {
  request: number
  method: LocateMethod | 'link' | 'firstDoor'
  /** Shown as the new marker, in place of the selection. */
  at?: Point | undefined
  zoom?: number | undefined
  /** Opens the dialog for a lead if the property is not saved. */
  offersLead?: boolean
}

/**
 * The state of the map screen. Only the latest look-up counts: whatever the user chooses meanwhile replaces it, and a
 * later answer changes nothing.
 */
export interface Walk {
  selection?: Selection | undefined
  pending?: Pending | undefined
  lastRequest: number
  stop: SheetStop
  dialog?: MapDialog | undefined
  /** Of the doors in view, or of those of the street while a door is selected. */
  isListOpen: boolean
  diagnostics?: Diagnostics | undefined
  /** The last search that has found a place, by its number. */
  foundBy?: number | undefined
  /** A search has moved the map closer than a walk needs it; the next door moves it back. */
  isCloseUp?: boolean | undefined
  /** The record of another property, whose owner the selected one may get. */
  nearby?: { propertyId: string; record: NearbyOwnerFragment } | undefined
  /** The ids of the properties that were knocked at, which the next door leaves out. */
  visited: readonly string[]
  /** The direction in which the rep last walked on this device; used until they go on to a next door. */
  rememberedDirection?: WalkDirection | undefined
  /** How the walk came to the property `to`; another one starts a new walk. */
  heading?: { to: string; direction: WalkDirection; crossed: boolean } | undefined
  /** The answer for the property `from`. */
  next?: { from: string | undefined; door: NextDoor | undefined } | undefined
  /** The rep was told to come back to the selected property, and has not said when. */
  asksWhen?: boolean | undefined
  /** The walking route, whose next stop is the next door until it ends. */
  route?: Route | undefined
  /** When the next door opens by itself. */
  leavingAt?: number | undefined
  /** The property where the last outcome was 'Interested', also while it is not saved. */
  interestedId?: string | undefined
  /** Outcomes that are tapped before this time were meant for the property before. */
  lockedUntil: number
}

export const START: Walk = { lastRequest: 0, stop: 'half', isListOpen: false, visited: [], lockedUntil: 0 }

export type WalkEvent =
  | { type: 'propertyChosen'; property: SavedPoint; outline?: Outline | undefined; zoom?: number }
  | { type: 'draftAdded'; draft: PropertyDraft }
  /** A dialog has saved the selected property, or made a lead there. */
  | { type: 'propertySaved'; property: SavedPoint }
  /** The outbox has saved the draft. */
  | { type: 'draftSaved'; draftId: string; property: SavedPoint }
  /** Where the rep has knocked before the screen was opened. */
  | { type: 'visitsRemembered'; ids: readonly string[]; direction?: WalkDirection | undefined }
  | { type: 'propertyGone' | 'selectionClosed' | 'backPressed' | 'dialogClosed' | 'lookUpCanceled' }
  | { type: 'routeChanged'; route: Route | undefined }
  | { type: 'diagnosticsDismissed' | 'nearbyUsed' | 'noteOpened' | 'nextTapped' | 'comeBackSet' }
  | { type: 'dialogOpened'; dialog: MapDialog }
  | { type: 'listToggled'; isOpen: boolean }
  | { type: 'sheetMoved'; stop: SheetStop }
  /** A phone was turned on its side, or back. */
  | { type: 'mapResized' }
  /** An address was typed, or a suggestion with its point was chosen. Of a building's unit, `isUnit`. */
  | { type: 'addressEntered'; address: string; at?: Point | undefined; isUnit?: boolean }
  | { type: 'pointTapped'; point: Point; zoom: number }
  | { type: 'doubleTapOver'; request: number }
  | { type: 'located'; request: number; located: Located }
  | { type: 'linkFollowed'; id: string; zoom: number | undefined }
  | { type: 'linkRead'; request: number; property: SavedPoint | null }
  | { type: 'unsavedChosen'; at: Point }
  | { type: 'firstDoorTapped'; from: Point; properties: readonly PropertyMarker[]; unsaved?: readonly Point[] }
  | { type: 'firstDoorFound'; request: number; door: NextDoor | null }
  | { type: 'lookUpFailed'; request: number; error: unknown }
  /** Null if the look-up has failed. */
  | { type: 'detailsFound'; draftId: string; located: Located | null }
  | { type: 'nextFound'; from: string; door: NextDoor | undefined }
  /** `own` is the company's own outcome that was tapped, which counts as `outcome`. */
  | {
      type: 'outcomeTapped'
      target: KnockTarget
      outcome: KnockOutcome
      own?: OwnOutcome | undefined
      hasNewLeads: boolean
    }
  /** The device has stored the knock that was tapped at the time `at`. */
  | { type: 'knocked'; id: string; outcome: KnockOutcome; hasNewLeads: boolean; at: number }
  | { type: 'knockUndone'; selection: Selection }
  | { type: 'leaveDue'; at: number }

/** What has to be done, as data: the reducer does nothing itself. */
export type Effect =
  /** Moves the map to a point. With `stop`, the point is centered in the part of the map that no sheet or popup covers. */
  | { kind: 'moveMap'; to: Point; zoom?: number | undefined; stop?: SheetStop }
  | { kind: 'sendAt'; at: number; event: WalkEvent }
  | { kind: 'lookUp'; request: number; input: { address: string } | { point: Point } }
  | { kind: 'lookUpDetails'; draftId: string; address: string }
  | { kind: 'readLinked'; request: number; id: string }
  | { kind: 'findFirstDoor'; request: number; propertyId: string }
  | { kind: 'showLocated'; located: Located; method: LocateMethod; at: Point | undefined }
  | { kind: 'showFailure'; error: unknown; method: Pending['method']; at: Point | undefined }
  | { kind: 'say'; level: 'info' | 'error'; text: string }
  | {
      kind: 'knock'
      target: KnockTarget
      outcome: KnockOutcome
      own?: OwnOutcome | undefined
      selection: Selection
      hasNewLeads: boolean
    }
  /** What is written at a property moves along when it gets another id. */
  | { kind: 'renameExtras'; from: string; to: string }

export interface Situation {
  /** The next door is looked up, and opens by itself, on a phone only. */
  phone: boolean
  now: number
}

export type Step = [Walk, Effect[]]

export const idOf = (selection: Selection): string =>
  selection.kind === 'draft' ? temporaryId(selection.draft) : selection.property.id

/** What is selected, unless a tapped point is being looked up. */
export const selectedOf = ({ pending, selection }: Walk): Selection | undefined => (pending?.at ? undefined : selection)

/** The id of the selected property or draft. */
export const selectedIdOf = (walk: Walk): string | undefined => {
  const selection = selectedOf(walk)
  return selection && idOf(selection)
}

export const pointOf = (selection: Selection | undefined): Point | undefined =>
  selection?.kind === 'draft' ? selection.draft : selection?.property

/** Whether the selection has the id, or had it as a draft. */
export const isOf = (selection: Selection, id: string): boolean =>
  idOf(selection) === id || (selection.kind === 'property' && selection.draftId === id)

/** The selected draft as a knock needs it: it is saved with the knock. */
export const targetOf = (draft: PropertyDraft): KnockTarget => ({
  id: temporaryId(draft),
  address: draft.address,
  streetNumber: draft.streetNumber,
  status: 'NEW',
  newProperty: toNewPropertyInput(draft),
})

/** Something is open that Back closes. */
export const canGoBack = ({ dialog, selection, pending, isListOpen }: Walk): boolean =>
  Boolean(dialog ?? selection ?? pending?.at) || isListOpen

/** Selects something at half height, in place of what is selected or looked up. */
export function choose(walk: Walk, selection: Selection, phone: boolean, zoom?: number): Step {
  const chosen = {
    ...walk,
    selection,
    stop: 'half',
    isListOpen: false,
    pending: undefined,
    asksWhen: false,
    leavingAt: undefined,
  } as const
  const effects: Effect[] = [{ kind: 'moveMap', to: pointOf(selection)!, zoom, stop: 'half' }]
  if (phone && selection.kind === 'draft' && !selection.isLookedUp)
    effects.push({ kind: 'lookUpDetails', draftId: idOf(selection), address: selection.draft.address })
  return [chosen, effects]
}

/** Shows what is selected in the part of the map that the sheet leaves free. */
export function moveBesideSheet(walk: Walk, stop: SheetStop): Effect[] {
  const to = pointOf(selectedOf(walk))
  return to ? [{ kind: 'moveMap', to, stop }] : []
}

/** A look-up of a tapped point ends with the selection that it would replace; a search goes on. */
export const closeSelection = (walk: Walk): Walk => ({
  ...walk,
  selection: undefined,
  isListOpen: false,
  pending: walk.pending?.at ? undefined : walk.pending,
  leavingAt: undefined,
})
