import { useCallback, useMemo, useRef, useState } from 'react'
import type { MapHandle } from './MapSurface.tsx'
import type { PropertyMarker, LatLng, NewMarker } from './markerFeatures.ts'
import type { SheetStop } from './sheetStops.ts'

type Outline = readonly LatLng[] | null | undefined

type ResolvedSelection<Draft> =
  | { kind: 'house'; id: string; outline: Outline }
  | { kind: 'spot'; at: LatLng; busy: false; draft: Draft; outline: Outline }

/**
 * What the map is aimed at: a saved house, or a spot that was searched or clicked and is not saved. One that is being
 * looked up stands `instead` of what comes back when nothing is found there.
 */
export type MapSelection<Draft> =
  ResolvedSelection<Draft> | { kind: 'spot'; at: LatLng; busy: true; previous: ResolvedSelection<Draft> | undefined }

/** What a look-up gives: a saved house, one that is not, or nothing; or it no longer counts. */
type LookupResult<Draft> =
  | { outcome: string; property: (LatLng & { id: string }) | null; draft: Draft | null; outline: Outline }
  | null
  | 'overtaken'

/** What stands when the look-up of a spot gave nothing. */
function lastResolved<Draft>(selection: MapSelection<Draft> | undefined): ResolvedSelection<Draft> | undefined {
  return selection?.kind === 'spot' && selection.busy ? selection.previous : selection
}

/** How far under the middle a chosen house stands on a desk: a popup is above it. */
const POPUP_OFFSET_PX = 232
/** On a phone a sheet is below it: the middle of what the house stop leaves, the strip that the full stop leaves. */
const sheetOffset = (stop: SheetStop) => (stop === 'full' ? 178 - innerHeight / 2 : -95)

/** The map, what it is aimed at, and how much of the sheet shows. */
export function useMapSelection<Draft extends LatLng>(phone: boolean) {
  const map = useRef<MapHandle>(null)
  const [selection, setSelection] = useState<MapSelection<Draft>>()
  const [stop, setStop] = useState<SheetStop>('house')
  const pendingMove = useRef<() => void>(undefined)
  /** At once, or as soon as there is a map: what was searched for may be found before it is drawn. */
  const moveMap = (place: LatLng, options: Parameters<MapHandle['goTo']>[1]) => {
    pendingMove.current = map.current?.extent() ? undefined : () => map.current?.goTo(place, options)
    if (!pendingMove.current) map.current?.goTo(place, options)
  }
  const goTo = (place: LatLng, zoom: number | undefined, at: SheetStop) =>
    moveMap(place, { offsetY: phone ? sheetOffset(at) : POPUP_OFFSET_PX, ...(zoom === undefined ? {} : { zoom }) })

  const open = (property: LatLng & { id: string }, outline?: Outline, zoom?: number) => {
    setStop('house')
    setSelection({ kind: 'house', id: property.id, outline })
    goTo(property, zoom, 'house')
  }
  const close = useCallback(() => setSelection(undefined), [])

  return {
    map,
    target: selection,
    propertyId: selection?.kind === 'house' ? selection.id : undefined,
    draft: selection?.kind === 'spot' && !selection.busy ? selection.draft : undefined,
    stop,
    /** There is a map now. */
    onMapCreated: useCallback(() => {
      pendingMove.current?.()
      pendingMove.current = undefined
    }, []),
    /** Moves the sheet of a house, and the house into what the sheet leaves of the map. */
    moveSheet: (to: SheetStop, property: LatLng | undefined) => {
      setStop(to)
      if (property) goTo(property, undefined, to)
    },
    /** Selects a saved house and moves to it. */
    open,
    close,
    /**
     * Shows that a place is being looked up, and then what was found: the saved house, or the NEW marker. Until then a
     * search by address leaves what is open, and so does every look-up that finds nothing or was overtaken. Answers what
     * was found, with the draft of a house that is not saved yet.
     */
    resolveLookup: async (
      lookup: Promise<LookupResult<Draft>>,
      zoom: number,
      at?: LatLng,
    ): Promise<{ draft?: Draft } | undefined> => {
      setSelection((current) =>
        at ? { kind: 'spot', at, busy: true, previous: lastResolved(current) } : lastResolved(current),
      )
      const found = await lookup
      if (!found || found === 'overtaken') {
        // Another spot may be looked up by now.
        setSelection((current) => (current?.kind === 'spot' && current.at === at ? lastResolved(current) : current))
        return undefined
      }
      if (found.property) open(found.property, found.outline, zoom)
      else close()
      if (!found.draft) return {}
      moveMap(found.draft, { zoom })
      // A colleague's house: it is shown where it is, and there is nothing to save.
      if (found.outcome === 'EXISTING') return {}
      setSelection({ kind: 'spot', at: found.draft, busy: false, draft: found.draft, outline: found.outline })
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

/** What of a target is drawn: the selected house as it is known by now, the NEW marker, the parcel. */
export function useRenderedSelection<Draft extends { unconfirmed: boolean }>(
  selection: MapSelection<Draft> | undefined,
  property: (PropertyMarker & { unconfirmed?: boolean }) | undefined,
  savedOutline: Outline,
) {
  return useMemo((): RenderedSelection => {
    if (!selection) return {}
    if (selection.kind === 'house') {
      return {
        selected: property,
        outline: selection.outline ?? savedOutline,
        unconfirmed: property?.unconfirmed ?? false,
      }
    }
    const newMarker = { ...selection.at, busy: selection.busy }
    return selection.busy
      ? { newMarker }
      : { newMarker, outline: selection.outline, unconfirmed: selection.draft.unconfirmed }
  }, [selection, property, savedOutline])
}
