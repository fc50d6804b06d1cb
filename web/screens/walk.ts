import { KNOCK_LOCK_MS } from '../features/knocking/useKnocks.ts'
import { findFirstDoor, nearestFirst } from '../features/map/doorsInView.ts'
import { DOUBLE_TAP_MS } from '../features/map/mapTaps.ts'
import { errorCode } from '../lib/errors.ts'
import {
  type Effect,
  type Situation,
  type Step,
  type Walk,
  type WalkEvent,
  choose,
  closeSelection,
  idOf,
  isOf,
  moveBesideSheet,
  selectedIdOf,
  selectedOf,
} from './walkState.ts'
import {
  isLocateMethod,
  isPending,
  lookUpAt,
  replaceDraft,
  saveStop,
  showDetails,
  showLocated,
  startLookUp,
} from './walkLookUps.ts'
import { followRoute, goToNextDoor, leaveWhenDue, selectionOf, stepBack } from './walkNextDoor.ts'

/** Zoom of a located address (spec §9), and the minimum for a clicked one. */
const LOCATED_ZOOM = 20
const CLICKED_ZOOM = 18.5
/** The server accepts at most this many ids. */
const MAX_SKIPPED = 500

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
      return [closeSelection(walk), []]
    case 'backPressed':
      if (walk.dialog) return [{ ...walk, dialog: undefined }, []]
      return [walk.isListOpen ? { ...walk, isListOpen: false } : closeSelection(walk), []]
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
      const [asked, request] = startLookUp(walk, { ...pending, offersLead: !(isUnit && phone) })
      const lookUp: Effect = { kind: 'lookUp', request, input: { address } }
      return [asked, at ? [{ kind: 'moveMap', to: at, zoom: LOCATED_ZOOM }, lookUp] : [lookUp]]
    }
    case 'pointTapped': {
      const [at, zoom] = [event.point, Math.max(event.zoom, CLICKED_ZOOM)]
      // On a phone knocking comes first; the lead is a button of the sheet (decision 25).
      const [asked, request] = startLookUp(walk, { method: 'click', at, zoom, offersLead: !phone })
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
      const [asked, request] = startLookUp(walk, { method: 'link', zoom: event.zoom })
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
      const [asked, request] = startLookUp(walk, { method: 'firstDoor' })
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
      return leaveWhenDue({ ...walk, next: { from: event.from, door: event.door } }, situation)
    case 'nextTapped':
      return goToNextDoor(walk, phone)

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
      return phone ? leaveWhenDue({ ...answered, leavingAt: now }, situation) : [answered, []]
    }
    case 'noteOpened':
      return [{ ...walk, leavingAt: undefined }, []]
    case 'leaveDue':
      return walk.leavingAt === event.at ? leaveWhenDue(walk, situation) : [walk, []]
  }
}
