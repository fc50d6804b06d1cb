import { draftOf } from '../domain/draftOf.ts'
import type { NextDoor } from '../features/knocking/NextDoorBar.tsx'
import { openingZoom } from '../features/map/openingView.ts'
import { distanceMeters } from '../lib/distance.ts'
import {
  type Selection,
  type Situation,
  type Step,
  type Walk,
  choose,
  idOf,
  pointOf,
  selectedIdOf,
  selectedOf,
} from './walkState.ts'

/** A tap right after the next door has opened by itself was meant for the one before. */
const SWITCH_LOCK_MS = 500

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

/** Selects the next door; after a search, at the zoom of a walk. */
export const stepBack = (walk: Walk, selection: Selection, phone: boolean): Step =>
  choose({ ...walk, isCloseUp: false }, selection, phone, walk.isCloseUp ? openingZoom(phone) : undefined)

/** Opens the next door once its time has come and it is known. */
export function leaveWhenDue(walk: Walk, { phone, now }: Situation): Step {
  if (walk.leavingAt === undefined || now < walk.leavingAt || !nextOf(walk)) return [walk, []]
  return goToNextDoor({ ...walk, lockedUntil: now + SWITCH_LOCK_MS }, phone)
}

/** Selects the next door, if it is known. */
export function goToNextDoor(walk: Walk, phone: boolean): Step {
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
export function followRoute(walk: Walk): Walk {
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

export const selectionOf = (door: NextDoor): Selection =>
  door.propertyId
    ? { kind: 'property', property: { id: door.propertyId, lat: door.lat, lng: door.lng } }
    : { kind: 'draft', draft: draftOf(door), isLookedUp: false }
