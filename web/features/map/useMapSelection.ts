import { useCallback, useMemo, useRef, useState } from 'react'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { MapHandle } from './MapSurface.tsx'
import type { PropertyMarker, LatLng, NewMarker } from './markerFeatures.ts'
import { coveredHeight, isSideways, SIDE_SHEET_WIDTH, type SheetStop } from './sheetStops.ts'

type Outline = readonly LatLng[] | null | undefined

type ResolvedSelection<Draft> =
  | { kind: 'property'; id: string; outline: Outline }
  | { kind: 'new_marker'; at: LatLng; busy: false; draft: Draft; outline: Outline }

/**
 * What is selected on the map: a saved property, or a point that was searched or clicked and is not saved. While a
 * point is being looked up, `previous` is the selection that returns if nothing is found.
 */
export type MapSelection<Draft> =
  | ResolvedSelection<Draft>
  | { kind: 'new_marker'; at: LatLng; busy: true; previous: ResolvedSelection<Draft> | undefined }

/**
 * The result of a lookup: a saved property, a draft, null if nothing was found, or 'superseded' if a later choice
 * replaced it.
 */
type LookupResult<Draft> =
  | { outcome: string; property: (LatLng & { id: string }) | null; draft: Draft | null; outline: Outline }
  | null
  | 'superseded'

/** The selection without a lookup that is still running. */
function lastResolved<Draft>(selection: MapSelection<Draft> | undefined): ResolvedSelection<Draft> | undefined {
  return selection?.kind === 'new_marker' && selection.busy ? selection.previous : selection
}

/** How far below the center a selected property is shown on a desktop, to leave room for the popup above it. */
const POPUP_OFFSET_PX = 232
/** On a phone the sheet covers the lower part of the map, so the property is shown in the part that stays visible. */
const sheetOffset = (stop: SheetStop) =>
  isSideways()
    ? { offsetX: SIDE_SHEET_WIDTH / 2, offsetY: 30 }
    : { offsetY: stop === 'full' ? 152 - innerHeight / 2 : (130 - coveredHeight(stop)) / 2 }

/** The map, its selection, and the sheet's stop. */
export function useMapSelection<Draft extends LatLng>(phone: boolean) {
  const map = useRef<MapHandle>(null)
  const [selection, setSelection] = useState<MapSelection<Draft>>()
  const [stop, setStop] = useState<SheetStop>('half')
  const pendingMove = useRef<() => void>(undefined)
  /** Moves at once, or as soon as the map exists: a search can be answered before the map has loaded. */
  const moveMap = (point: LatLng, options: Parameters<MapHandle['goTo']>[1]) => {
    pendingMove.current = map.current?.extent() ? undefined : () => map.current?.goTo(point, options)
    if (!pendingMove.current) map.current?.goTo(point, options)
  }
  const goTo = (point: LatLng, zoom: number | undefined, at: SheetStop) =>
    moveMap(point, {
      ...(phone ? sheetOffset(at) : { offsetY: POPUP_OFFSET_PX }),
      ...(zoom === undefined ? {} : { zoom }),
    })

  const open = (property: LatLng & { id: string }, outline?: Outline, zoom?: number) => {
    setStop('half')
    setSelection({ kind: 'property', id: property.id, outline })
    goTo(property, zoom, 'half')
  }
  /** Selects a house that is not saved. */
  const openDraft = (draft: Draft, outline?: Outline) => {
    setStop('half')
    setSelection({ kind: 'new_marker', at: draft, busy: false, draft, outline })
    goTo(draft, undefined, 'half')
  }
  const close = useCallback(() => setSelection(undefined), [])

  return {
    map,
    selection,
    propertyId: selection?.kind === 'property' ? selection.id : undefined,
    draft: selection?.kind === 'new_marker' && !selection.busy ? selection.draft : undefined,
    stop,
    /** To be called when the map exists. */
    onMapCreated: useCallback(() => {
      pendingMove.current?.()
      pendingMove.current = undefined
    }, []),
    /** Moves the sheet to a stop, and the property into the part of the map that stays visible. */
    moveSheet: (to: SheetStop, property: LatLng | undefined) => {
      setStop(to)
      if (property) goTo(property, undefined, to)
    },
    /** Selects a saved property and moves to it. */
    open,
    openDraft,
    close,
    /**
     * Marks a point as being looked up, then selects the result: a saved property or the NEW marker. The current
     * selection stays during a search by address, and returns if the lookup finds nothing or was superseded. Returns
     * the draft if the property is not saved yet, and undefined if nothing was found.
     */
    resolveLookup: async (
      lookup: Promise<LookupResult<Draft>>,
      zoom: number,
      at?: LatLng,
    ): Promise<{ draft?: Draft } | undefined> => {
      setSelection((current) =>
        at ? { kind: 'new_marker', at, busy: true, previous: lastResolved(current) } : lastResolved(current),
      )
      const found = await lookup
      if (!found || found === 'superseded') {
        // By now another point may be being looked up.
        setSelection((current) =>
          current?.kind === 'new_marker' && current.at === at ? lastResolved(current) : current,
        )
        return undefined
      }
      if (found.property) open(found.property, found.outline, zoom)
      else close()
      if (!found.draft) return {}
      moveMap(found.draft, { zoom })
      // A property of another rep: the map shows where it is, but there is nothing to save.
      if (found.outcome === 'EXISTING') return {}
      setSelection({ kind: 'new_marker', at: found.draft, busy: false, draft: found.draft, outline: found.outline })
      return { draft: found.draft }
    },
  }
}

interface RenderedSelection {
  selected?: PropertyMarker | undefined
  newMarker?: NewMarker
  outline?: Outline
  unconfirmed?: boolean
}

/** The selection as the map renders it: the selected property, the NEW marker, and the parcel outline. */
export function useRenderedSelection<Draft extends { unconfirmed: boolean }>(
  selection: MapSelection<Draft> | undefined,
  property: (PropertyMarker & { unconfirmed?: boolean }) | undefined,
  savedOutline: Outline,
  lastOutcome: KnockOutcome | null | undefined,
) {
  return useMemo((): RenderedSelection => {
    if (!selection) return {}
    if (selection.kind === 'property') {
      return {
        selected: property && { ...property, lastOutcome: lastOutcome ?? null },
        outline: selection.outline ?? savedOutline,
        unconfirmed: property?.unconfirmed ?? false,
      }
    }
    const newMarker = { ...selection.at, busy: selection.busy }
    return selection.busy
      ? { newMarker }
      : { newMarker, outline: selection.outline, unconfirmed: selection.draft.unconfirmed }
  }, [selection, property, savedOutline, lastOutcome])
}
