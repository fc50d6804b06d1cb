import type { LocateMethod, Located } from '../features/locating/locateToasts.ts'
import type { Point } from '../lib/distance.ts'
import { buildingOfLookup } from './buildingOf.ts'
import { type Effect, type Pending, type SavedPoint, type Step, type Walk, choose, idOf } from './walkState.ts'

/** The walk with something to look up in place of what was, and the number of the request. */
export function startLookUp(walk: Walk, pending: Omit<Pending, 'request'>): [Walk, number] {
  const request = walk.lastRequest + 1
  return [{ ...walk, lastRequest: request, pending: { ...pending, request }, leavingAt: undefined }, request]
}

/** Looks up the house there, whose number the map knows. */
export function lookUpAt(walk: Walk, { lat, lng }: Point): Step {
  const at = { lat, lng }
  const [asked, request] = startLookUp({ ...walk, isListOpen: false }, { method: 'click', at, offersLead: false })
  return [asked, [{ kind: 'lookUp', request, input: { point: at } }]]
}

/** Whether the answer is to the latest look-up. */
export const isPending = (walk: Walk, request: number): walk is Walk & { pending: Pending } =>
  walk.pending?.request === request

export const isLocateMethod = (method: Pending['method']): method is LocateMethod =>
  method !== 'link' && method !== 'firstDoor'

/** Selects what a look-up has found, or offers to save it. */
export function showLocated(
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
    // On a phone the rep stands before a property without a record, and types its address.
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
export function showDetails(walk: Walk, draftId: string, located: Located | null): Step {
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
export function replaceDraft(walk: Walk, draftId: string, property: SavedPoint): Step {
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
export function saveStop(walk: Walk, draftId: string | undefined, { id }: SavedPoint): Walk {
  const { route } = walk
  if (!route?.stops.some((stop) => stop.id === draftId)) return walk
  const stops = route.stops.map((stop) => (stop.id === draftId ? { ...stop, id, propertyId: id } : stop))
  return { ...walk, route: { ...route, stops } }
}
