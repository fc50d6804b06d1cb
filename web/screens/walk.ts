import type { OwnOutcome } from '../domain/outcomes.ts'
import { draftOf, temporaryId } from '../domain/draftOf.ts'
import type { KnockTarget } from '../features/knocking/knockItems.ts'
import { KNOCK_LOCK_MS } from '../features/knocking/useKnocks.ts'
import type { NextDoor } from '../features/knocking/NextDoorBar.tsx'
import type { Diagnostics, Located, LocateMethod } from '../features/locating/locateToasts.ts'
import { findFirstDoor, nearestFirst } from '../features/map/doorsInView.ts'
import { DOUBLE_TAP_MS } from '../features/map/mapTaps.ts'
import { openingZoom } from '../features/map/openingView.ts'
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
import { distanceMeters, type Point } from '../lib/distance.ts'
import { errorCode } from '../lib/errors.ts'
import { buildingOfLookup } from './buildingOf.ts'
import type { Building } from './UnitsDialog.tsx'

type SavedPoint = Point & { id: string }
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
interface Pending {
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
  /** How the rep walked before the screen was opened, until the walk goes on. */
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

interface Situation {
  /** The next door is looked up, and opens by itself, on a phone only. */
  phone: boolean
  now: number
}

type Step = [Walk, Effect[]]

/** Zoom of a located address (spec §9), and the minimum for a clicked one. */
const LOCATED_ZOOM = 20
const CLICKED_ZOOM = 18.5
/** A tap right after the next door has opened by itself was meant for the one before. */
const SWITCH_LOCK_MS = 500
/** The server accepts at most this many ids. */
const MAX_SKIPPED = 500

export const idOf = (selection: Selection): string =>
  selection.kind === 'draft' ? temporaryId(selection.draft) : selection.property.id

/** What is selected, unless a tapped point is being looked up. */
export const selectedOf = ({ pending, selection }: Walk): Selection | undefined => (pending?.at ? undefined : selection)

/** The id of the selected property or draft. */
export const selectedIdOf = (walk: Walk): string | undefined => {
  const selection = selectedOf(walk)
  return selection && idOf(selection)
}

/** The door after the selected one, once it is known. */
export const nextOf = (walk: Walk): NextDoor | undefined =>
  walk.next && walk.next.from === selectedIdOf(walk) ? walk.next.door : undefined

/** What to ask for the door after the selected one. */
export function nextDoorQuery(walk: Walk) {
  const selection = selectedOf(walk)
  if (!selection || walk.route) return undefined
  const id = idOf(selection)
  const heading = walk.heading?.to === id ? walk.heading : undefined
  const { draft } = selection.kind === 'draft' ? selection : {}
  return {
    from: draft ? { address: draft.address, point: { lat: draft.lat, lng: draft.lng } } : { propertyId: id },
    direction: heading?.direction ?? walk.rememberedDirection ?? null,
    crossed: heading?.crossed ?? false,
    skip: walk.visited.filter((other) => other !== id),
  }
}

/** Something is open that Back closes. */
export const canGoBack = ({ dialog, selection, pending, isListOpen }: Walk): boolean =>
  Boolean(dialog ?? selection ?? pending?.at) || isListOpen

/** The state after an event, and what has to be done then. */
export function step(walk: Walk, event: WalkEvent, situation: Situation): Step {
  const [after, effects] = handle(walk, event, situation)
  return [followRoute(after), effects]
}

function handle(walk: Walk, event: WalkEvent, situation: Situation): Step {
  const { phone, now } = situation
  switch (event.type) {
    case 'propertyChosen':
      return choose(walk, { kind: 'property', property: event.property, outline: event.outline }, phone, event.zoom)
    case 'draftAdded': {
      const [added, effects] = choose(walk, { kind: 'draft', draft: event.draft, isLookedUp: false }, phone)
      return [{ ...added, dialog: phone ? undefined : { kind: 'quick', draft: event.draft } }, effects]
    }
    case 'propertySaved': {
      const { property } = event
      const draftId = walk.selection?.kind === 'draft' ? idOf(walk.selection) : undefined
      const closed = { ...saveStop(walk, draftId, property), dialog: undefined }
      return choose(closed, { kind: 'property', property, outline: walk.selection?.outline }, phone)
    }
    case 'draftSaved':
      return replaceDraft(walk, event.draftId, event.property)
    case 'visitsRemembered': {
      const earlier = event.ids.filter((id) => !walk.visited.includes(id))
      const visited = [...earlier, ...walk.visited].slice(-MAX_SKIPPED)
      return [{ ...walk, visited, rememberedDirection: event.direction }, []]
    }
    case 'propertyGone':
      return [{ ...walk, selection: undefined, dialog: undefined, isListOpen: false, leavingAt: undefined }, []]
    case 'selectionClosed':
      return [close(walk), []]
    case 'backPressed':
      if (walk.dialog) return [{ ...walk, dialog: undefined }, []]
      return [walk.isListOpen ? { ...walk, isListOpen: false } : close(walk), []]
    case 'dialogOpened':
      return [{ ...walk, dialog: event.dialog, pending: undefined, leavingAt: undefined }, []]
    case 'dialogClosed':
      return [{ ...walk, dialog: undefined }, []]
    case 'listToggled':
      return [{ ...walk, isListOpen: event.isOpen, ...(event.isOpen && { leavingAt: undefined }) }, []]
    case 'sheetMoved':
      return [{ ...walk, stop: event.stop }, moveBesideSheet(walk, event.stop)]
    case 'mapResized':
      return [walk, phone ? moveBesideSheet(walk, walk.stop) : []]
    case 'diagnosticsDismissed':
      return [{ ...walk, diagnostics: undefined }, []]
    case 'nearbyUsed':
      return [{ ...walk, nearby: undefined }, []]

    case 'addressEntered': {
      const address = event.address.trim().replace(/\s+/g, ' ')
      if (!address) return [walk, [{ kind: 'say', level: 'error', text: 'Please enter an address' }]]
      const { at, isUnit } = event
      const pending = { method: at ? 'suggestion' : 'search', at, zoom: LOCATED_ZOOM } as const
      // On a phone, choosing a unit opens its sheet to log a knock, as tapping a property does.
      const [asked, request] = ask(walk, { ...pending, offersLead: !(isUnit && phone) })
      const lookUp: Effect = { kind: 'lookUp', request, input: { address } }
      return [asked, at ? [{ kind: 'moveMap', to: at, zoom: LOCATED_ZOOM }, lookUp] : [lookUp]]
    }
    case 'pointTapped': {
      const [at, zoom] = [event.point, Math.max(event.zoom, CLICKED_ZOOM)]
      // On a phone knocking comes first; the lead is a button of the sheet (decision 25).
      const [asked, request] = ask(walk, { method: 'click', at, zoom, offersLead: !phone })
      return [asked, [{ kind: 'sendAt', at: now + DOUBLE_TAP_MS, event: { type: 'doubleTapOver', request } }]]
    }
    case 'doubleTapOver': {
      const { request } = event
      const point = walk.pending?.at
      return [walk, isPending(walk, request) && point ? [{ kind: 'lookUp', request, input: { point } }] : []]
    }
    case 'lookUpCanceled':
      return [{ ...walk, pending: undefined }, []]
    case 'located':
      return isPending(walk, event.request) ? showLocated(walk, walk.pending, event.located, phone) : [walk, []]
    case 'lookUpFailed': {
      if (!isPending(walk, event.request)) return [walk, []]
      const { method, at } = walk.pending
      const failed = { ...walk, pending: undefined, ...(isLocateMethod(method) && { nearby: undefined }) }
      // Without a connection this phone knows the houses of the saved areas alone, as if no record had the others.
      const isOffline = errorCode(event.error) === 'NETWORK'
      const add =
        phone && isOffline && method === 'click' && at ? { dialog: { kind: 'add', point: at, isOffline } as const } : {}
      return [{ ...failed, ...add }, [{ kind: 'showFailure', error: event.error, method, at }]]
    }
    case 'detailsFound':
      return showDetails(walk, event.draftId, event.located)

    case 'linkFollowed': {
      if (selectedIdOf(walk) === event.id) return [walk, []]
      const [asked, request] = ask(walk, { method: 'link', zoom: event.zoom })
      return [asked, [{ kind: 'readLinked', request, id: event.id }]]
    }
    case 'linkRead': {
      if (!isPending(walk, event.request)) return [walk, []]
      const { property } = event
      if (property) return choose(walk, { kind: 'property', property }, phone, walk.pending.zoom)
      const text = 'This house was not found. It may have been deleted, or you have no access to it.'
      return [{ ...walk, pending: undefined }, [{ kind: 'say', level: 'info', text }]]
    }

    case 'unsavedChosen':
      return lookUpAt(walk, event.at)
    case 'firstDoorTapped': {
      const first = findFirstDoor(event.from, event.properties, event.unsaved)
      if (first && 'id' in first) return stepBack(walk, { kind: 'property', property: first }, phone)
      if (first) return lookUpAt(walk, first)
      const [nearest] = nearestFirst(event.from, event.properties)
      if (!nearest) return [walk, []]
      const [asked, request] = ask(walk, { method: 'firstDoor' })
      return [asked, [{ kind: 'findFirstDoor', request, propertyId: nearest.id }]]
    }
    case 'firstDoorFound':
      if (!isPending(walk, event.request)) return [walk, []]
      if (event.door) return stepBack(walk, selectionOf(event.door), phone)
      return [{ ...walk, pending: undefined }, [{ kind: 'say', level: 'info', text: 'No other door on this street' }]]
    case 'routeChanged':
      return [{ ...walk, route: event.route, next: undefined }, []]
    case 'nextFound':
      // A route that was planned meanwhile tells the next door.
      if (walk.route) return [walk, []]
      return leave({ ...walk, next: { from: event.from, door: event.door } }, situation)
    case 'nextTapped':
      return goOn(walk, phone)

    case 'outcomeTapped': {
      const selection = selectedOf(walk)
      const { type: _, ...tapped } = event
      if (!selection || idOf(selection) !== event.target.id || now < walk.lockedUntil) return [walk, []]
      return [walk, [{ kind: 'knock', selection, ...tapped }]]
    }
    case 'knocked': {
      const { id, outcome, hasNewLeads } = event
      const selection = selectedOf(walk)
      const isHere = selection && isOf(selection, id)
      const visitedId = isHere ? idOf(selection) : id
      const visited = [...walk.visited.filter((other) => other !== visitedId), visitedId].slice(-MAX_SKIPPED)
      const interestedId = outcome === 'INTERESTED' ? visitedId : undefined
      if (!isHere) return [{ ...walk, visited }, []]
      // After 'Interested' the rep creates a lead; after 'Not interested' the sheet offers to change new leads; after
      // 'Come back' it asks when.
      const asksWhen = outcome === 'COME_BACK'
      const hasMoreToDo =
        Boolean(walk.dialog) || asksWhen || outcome === 'INTERESTED' || (outcome === 'NOT_INTERESTED' && hasNewLeads)
      const at = event.at + KNOCK_LOCK_MS
      if (!phone || hasMoreToDo) return [{ ...walk, visited, interestedId, asksWhen, leavingAt: undefined }, []]
      return [
        { ...walk, visited, interestedId, asksWhen, leavingAt: at },
        [{ kind: 'sendAt', at, event: { type: 'leaveDue', at } }],
      ]
    }
    case 'knockUndone': {
      const stayed = { ...walk, interestedId: undefined, asksWhen: false, leavingAt: undefined }
      const selection = selectedOf(walk)
      const isHere = selection && isOf(selection, idOf(event.selection))
      return !phone || isHere ? [stayed, []] : choose(stayed, event.selection, phone)
    }
    case 'comeBackSet': {
      const answered = { ...walk, asksWhen: false }
      return phone ? leave({ ...answered, leavingAt: now }, situation) : [answered, []]
    }
    case 'noteOpened':
      return [{ ...walk, leavingAt: undefined }, []]
    case 'leaveDue':
      return walk.leavingAt === event.at ? leave(walk, situation) : [walk, []]
  }
}

/** Shows what is selected in the part of the map that the sheet leaves free. */
function moveBesideSheet(walk: Walk, stop: SheetStop): Effect[] {
  const to = pointOf(selectedOf(walk))
  return to ? [{ kind: 'moveMap', to, stop }] : []
}

/** Selects something at half height, in place of what is selected or looked up. */
function choose(walk: Walk, selection: Selection, phone: boolean, zoom?: number): Step {
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

/** Selects the next door; after a search, at the zoom of a walk. */
const stepBack = (walk: Walk, selection: Selection, phone: boolean): Step =>
  choose({ ...walk, isCloseUp: false }, selection, phone, walk.isCloseUp ? openingZoom(phone) : undefined)

/** A look-up of a tapped point ends with the selection that it would replace; a search goes on. */
const close = (walk: Walk): Walk => ({
  ...walk,
  selection: undefined,
  isListOpen: false,
  pending: walk.pending?.at ? undefined : walk.pending,
  leavingAt: undefined,
})

function ask(walk: Walk, pending: Omit<Pending, 'request'>): [Walk, number] {
  const request = walk.lastRequest + 1
  return [{ ...walk, lastRequest: request, pending: { ...pending, request }, leavingAt: undefined }, request]
}

/** Looks up the house there, whose number the map knows. */
function lookUpAt(walk: Walk, { lat, lng }: Point): Step {
  const at = { lat, lng }
  const [asked, request] = ask({ ...walk, isListOpen: false }, { method: 'click', at, offersLead: false })
  return [asked, [{ kind: 'lookUp', request, input: { point: at } }]]
}

const isPending = (walk: Walk, request: number): walk is Walk & { pending: Pending } =>
  walk.pending?.request === request

const isLocateMethod = (method: Pending['method']): method is LocateMethod =>
  method !== 'link' && method !== 'firstDoor'

function showLocated(
  walk: Walk,
  { request, method, at, zoom, offersLead }: Pending,
  located: Located,
  phone: boolean,
): Step {
  if (!isLocateMethod(method)) return [walk, []]
  const { property, draft, outline, nearbyOwner, diagnostics } = located
  const shown: Effect = { kind: 'showLocated', located, method, at }
  const isSearch = method !== 'click' && located.outcome !== 'NOT_FOUND'
  const answered: Walk = {
    ...walk,
    pending: undefined,
    // Without a connection the answer is from this phone, where nothing was interpreted.
    diagnostics: diagnostics.userInput ? diagnostics : undefined,
    nearby: property && nearbyOwner ? { propertyId: property.id, record: nearbyOwner } : undefined,
    ...(isSearch && { foundBy: request, isCloseUp: true }),
  }
  if (located.outcome === 'NOT_FOUND') {
    // On a phone the rep stands before a house that no record has, and types its address.
    const add: Pick<Walk, 'dialog'> = phone && method === 'click' && at ? { dialog: { kind: 'add', point: at } } : {}
    return [{ ...answered, ...add }, [shown]]
  }
  const building = buildingOfLookup(located)
  const units: Pick<Walk, 'dialog'> = building ? { dialog: { kind: 'units', building } } : {}
  if (property) {
    const [chosen, effects] = choose(answered, { kind: 'property', property, outline }, phone, zoom)
    return [{ ...chosen, ...units }, [shown, ...effects]]
  }
  // A property of another rep: the map shows where it is, but there is nothing to save.
  const isSelected = draft && located.outcome !== 'EXISTING'
  const beside = isSelected && phone ? ({ stop: 'half' } as const) : {}
  const effects: Effect[] = draft ? [shown, { kind: 'moveMap', to: draft, zoom, ...beside }] : [shown]
  if (!isSelected) return [{ ...answered, selection: undefined, ...units }, effects]
  const offer: Pick<Walk, 'dialog'> = offersLead ? { dialog: { kind: 'quick', draft } } : {}
  const selection = { kind: 'draft', draft, outline, isLookedUp: true } as const
  return [{ ...answered, selection, stop: 'half', ...offer, ...units }, effects]
}

/** The selected draft with its details, or the property that it is by now. */
function showDetails(walk: Walk, draftId: string, located: Located | null): Step {
  const { selection } = walk
  if (selection?.kind !== 'draft' || idOf(selection) !== draftId || !located) return [walk, []]
  if (located.property) return replaceDraft(walk, draftId, located.property)
  const { address, lat, lng } = selection.draft
  const details = located.draft?.parcelId
    ? // The point stays, because it identifies the draft until it is saved.
      { draft: { ...located.draft, address, lat, lng }, outline: located.outline }
    : {}
  return [{ ...walk, selection: { ...selection, ...details, isLookedUp: true } }, []]
}

/** Selects the property as which the draft is saved by now. The walk, the sheet, and what is written there stay. */
function replaceDraft(walk: Walk, draftId: string, property: SavedPoint): Step {
  const { selection, heading, next, visited, interestedId, stop } = walk
  if (selection?.kind !== 'draft' || idOf(selection) !== draftId) return [walk, []]
  const { lat, lng } = selection.draft
  const effects: Effect[] = [{ kind: 'renameExtras', from: draftId, to: property.id }]
  if (property.lat !== lat || property.lng !== lng) effects.push({ kind: 'moveMap', to: property, stop })
  return [
    {
      ...saveStop(walk, draftId, property),
      selection: { kind: 'property', property, outline: selection.outline, draftId },
      heading: heading?.to === draftId ? { ...heading, to: property.id } : heading,
      next: next?.from === draftId ? { ...next, from: property.id } : next,
      interestedId: interestedId === draftId ? property.id : interestedId,
      visited: visited.map((id) => (id === draftId ? property.id : id)),
    },
    effects,
  ]
}

/** Replaces the draft's stop on the route by the property that was saved. */
function saveStop(walk: Walk, draftId: string | undefined, { id }: SavedPoint): Walk {
  const { route } = walk
  if (!route?.stops.some((stop) => stop.id === draftId)) return walk
  const stops = route.stops.map((stop) => (stop.id === draftId ? { ...stop, id, propertyId: id } : stop))
  return { ...walk, route: { ...route, stops } }
}

/** Opens the next door once its time has come and it is known. */
function leave(walk: Walk, { phone, now }: Situation): Step {
  if (walk.leavingAt === undefined || now < walk.leavingAt || !nextOf(walk)) return [walk, []]
  return goOn({ ...walk, lockedUntil: now + SWITCH_LOCK_MS }, phone)
}

function goOn(walk: Walk, phone: boolean): Step {
  const door = nextOf(walk)
  if (!door) return [walk, []]
  const selection = selectionOf(door)
  const { direction, crossed } = door
  const heading = walk.route ? undefined : { to: idOf(selection), direction, crossed }
  return stepBack({ ...walk, heading, rememberedDirection: undefined }, selection, phone)
}

/** The stops of the route where nobody has knocked. */
export const stopsLeft = ({ route, visited }: Walk): NextDoor[] =>
  route?.stops.filter(({ id }) => !visited.includes(id)) ?? []

/** With a route, its next stop is the next door: the one after the selected stop, or the first that is left. Ends it without one. */
function followRoute(walk: Walk): Walk {
  if (!walk.route) return walk
  const left = stopsLeft(walk)
  if (left.length === 0) return { ...walk, route: undefined, next: undefined }
  const from = selectedIdOf(walk)
  const { stops } = walk.route
  const at = stops.findIndex(({ id }) => id === from)
  const door = left.find((stop) => stops.indexOf(stop) > at) ?? left.find(({ id }) => id !== from)
  const place = pointOf(selectedOf(walk))
  return {
    ...walk,
    next: { from, door: door && place ? { ...door, distanceMeters: distanceMeters(place, door) } : door },
  }
}

const selectionOf = (door: NextDoor): Selection =>
  door.propertyId
    ? { kind: 'property', property: { id: door.propertyId, lat: door.lat, lng: door.lng } }
    : { kind: 'draft', draft: draftOf(door), isLookedUp: false }

const pointOf = (selection: Selection | undefined): Point | undefined =>
  selection?.kind === 'draft' ? selection.draft : selection?.property

/** Whether the selection has the id, or had it as a draft. */
const isOf = (selection: Selection, id: string): boolean =>
  idOf(selection) === id || (selection.kind === 'property' && selection.draftId === id)

/** The selected draft as a knock needs it: it is saved with the knock. */
export const targetOf = (draft: PropertyDraft): KnockTarget => ({
  id: temporaryId(draft),
  address: draft.address,
  streetNumber: draft.streetNumber,
  status: 'NEW',
  newProperty: toNewPropertyInput(draft),
})
