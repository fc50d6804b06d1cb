import { useCallback, useMemo, useRef, useState } from 'react'
import type { MapHandle } from './MapSurface.tsx'
import type { HouseMarker, LatLng, NewSpot } from './markerFeatures.ts'
import type { SheetStop } from './sheetStops.ts'

type Outline = readonly LatLng[] | null | undefined

type Settled<Draft> =
  | { kind: 'house'; id: string; outline: Outline }
  | { kind: 'spot'; at: LatLng; busy: false; draft: Draft; outline: Outline }

/**
 * What the map is aimed at: a saved house, or a spot that was searched or clicked and is not saved. One that is being
 * looked up stands `instead` of what comes back when nothing is found there.
 */
export type MapTarget<Draft> =
  Settled<Draft> | { kind: 'spot'; at: LatLng; busy: true; instead: Settled<Draft> | undefined }

/** What a look-up gives: a saved house, one that is not, or nothing; or it no longer counts. */
type Found<Draft> =
  | { outcome: string; property: (LatLng & { id: string }) | null; draft: Draft | null; outline: Outline }
  | null
  | 'overtaken'

/** What stands when the look-up of a spot gave nothing. */
function settled<Draft>(target: MapTarget<Draft> | undefined): Settled<Draft> | undefined {
  return target?.kind === 'spot' && target.busy ? target.instead : target
}

/** How far under the middle a chosen house stands on a desk: a popup is above it. */
const POPUP_ROOM = 232
/** On a phone a sheet is below it: the middle of what the house stop leaves, the strip that the full stop leaves. */
const sheetRoom = (stop: SheetStop) => (stop === 'full' ? 178 - innerHeight / 2 : -95)

/** The map, what it is aimed at, and how much of the sheet shows. */
export function useMapTarget<Draft extends LatLng>(phone: boolean) {
  const map = useRef<MapHandle>(null)
  const [target, setTarget] = useState<MapTarget<Draft>>()
  const [stop, setStop] = useState<SheetStop>('house')
  const flight = useRef<() => void>(undefined)
  /** At once, or as soon as there is a map: what was searched for may be found before it is drawn. */
  const fly = (place: LatLng, options: Parameters<MapHandle['goTo']>[1]) => {
    flight.current = map.current?.extent() ? undefined : () => map.current?.goTo(place, options)
    if (!flight.current) map.current?.goTo(place, options)
  }
  const goTo = (place: LatLng, zoom: number | undefined, at: SheetStop) =>
    fly(place, { below: phone ? sheetRoom(at) : POPUP_ROOM, ...(zoom === undefined ? {} : { zoom }) })

  const open = (house: LatLng & { id: string }, outline?: Outline, zoom?: number) => {
    setStop('house')
    setTarget({ kind: 'house', id: house.id, outline })
    goTo(house, zoom, 'house')
  }
  const close = useCallback(() => setTarget(undefined), [])

  return {
    map,
    target,
    houseId: target?.kind === 'house' ? target.id : undefined,
    draft: target?.kind === 'spot' && !target.busy ? target.draft : undefined,
    stop,
    /** There is a map now. */
    ready: useCallback(() => {
      flight.current?.()
      flight.current = undefined
    }, []),
    /** Moves the sheet of a house, and the house into what the sheet leaves of the map. */
    moveSheet: (to: SheetStop, house: LatLng | undefined) => {
      setStop(to)
      if (house) goTo(house, undefined, to)
    },
    /** Selects a saved house and moves to it. */
    open,
    close,
    /**
     * Shows that a place is being looked up, and then what was found: the saved house, or the NEW marker. Until then a
     * search by address leaves what is open, and so does every look-up that finds nothing or was overtaken. Answers what
     * was found, with the draft of a house that is not saved yet.
     */
    find: async (asked: Promise<Found<Draft>>, zoom: number, at?: LatLng): Promise<{ draft?: Draft } | undefined> => {
      setTarget((now) => (at ? { kind: 'spot', at, busy: true, instead: settled(now) } : settled(now)))
      const found = await asked
      if (!found || found === 'overtaken') {
        // Another spot may be looked up by now.
        setTarget((now) => (now?.kind === 'spot' && now.at === at ? settled(now) : now))
        return undefined
      }
      if (found.property) open(found.property, found.outline, zoom)
      else close()
      if (!found.draft) return {}
      fly(found.draft, { zoom })
      // A colleague's house: it is shown where it is, and there is nothing to save.
      if (found.outcome === 'EXISTING') return {}
      setTarget({ kind: 'spot', at: found.draft, busy: false, draft: found.draft, outline: found.outline })
      return { draft: found.draft }
    },
  }
}

interface DrawnTarget {
  selected?: HouseMarker | undefined
  spot?: NewSpot
  outline?: Outline
  unconfirmed?: boolean
}

/** What of a target is drawn: the selected house as it is known by now, the NEW marker, the parcel. */
export function useDrawnTarget<Draft extends { unconfirmed: boolean }>(
  target: MapTarget<Draft> | undefined,
  known: (HouseMarker & { unconfirmed?: boolean }) | undefined,
  knownOutline: Outline,
) {
  return useMemo((): DrawnTarget => {
    if (!target) return {}
    if (target.kind === 'house') {
      return { selected: known, outline: target.outline ?? knownOutline, unconfirmed: known?.unconfirmed ?? false }
    }
    const spot = { ...target.at, busy: target.busy }
    return target.busy ? { spot } : { spot, outline: target.outline, unconfirmed: target.draft.unconfirmed }
  }, [target, known, knownOutline])
}
