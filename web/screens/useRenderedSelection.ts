import { useMemo } from 'react'
import type { NewMarker, PropertyMarker } from '../features/map/markerFeatures.ts'
import type { KnockOutcome } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'
import type { Walk } from './walkState.ts'

interface RenderedSelection {
  selected?: PropertyMarker | undefined
  newMarker?: NewMarker
  outline?: readonly Point[] | null | undefined
  unconfirmed?: boolean
}

/** The selection as the map renders it: the selected property, the NEW marker, and the parcel outline. */
export function useRenderedSelection(
  { selection, pending }: Walk,
  property: (PropertyMarker & { unconfirmed?: boolean }) | undefined,
  savedOutline: RenderedSelection['outline'],
  lastOutcome: KnockOutcome | null | undefined,
): RenderedSelection {
  const at = pending?.at
  return useMemo(() => {
    if (at) return { newMarker: { lat: at.lat, lng: at.lng, busy: true } }
    if (!selection) return {}
    if (selection.kind === 'draft') {
      const { draft, outline } = selection
      return {
        newMarker: { lat: draft.lat, lng: draft.lng, busy: false },
        outline,
        unconfirmed: draft.unconfirmed,
      }
    }
    return {
      selected: property && { ...property, lastOutcome: lastOutcome ?? null },
      outline: selection.outline ?? savedOutline,
      unconfirmed: property?.unconfirmed ?? false,
    }
  }, [selection, at, property, savedOutline, lastOutcome])
}
