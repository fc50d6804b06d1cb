import { useMutation } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { LocatePropertyDocument, type LocatePropertyMutation } from '../../gql/graphql.ts'
import { LONG_TOAST, toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { tellWithReason } from '../../session/failures.ts'
import { parcelContext } from './parcelContext.ts'

export type Located = LocatePropertyMutation['locateProperty']
export type Diagnostics = Located['diagnostics']
export interface Place {
  lat: number
  lng: number
}

const PARCELS_AWAY = 'Property lookup service is temporarily unavailable. Please contact admin if this persists.'

/** How it was asked: as typed, as suggested, or by a click. */
type Way = keyof typeof WORDS

/** The words for the ways of asking (spec §8). */
const WORDS = {
  search: { nothing: 'Address not found', failed: 'Failed to search address' },
  suggestion: { nothing: 'Address not found', failed: 'Failed to process address' },
  click: { nothing: 'Could not get address for this location', failed: 'Failed to process location' },
} as const

/** What was found; `null` when nothing was or it failed, 'overtaken' when a later question or choice counts instead. */
export type Finding = Located | null | 'overtaken'

/** Finds the house at an address or at a place on the map, and says what came of it. */
export function useLocate() {
  const [locateProperty] = useMutation(LocatePropertyDocument)
  const [busy, setBusy] = useState<Way>()
  const [diagnostics, setDiagnostics] = useState<Diagnostics>()
  const asked = useRef(0)

  const locate = useCallback(
    async (way: Way, input: { address: string; context?: string } | { point: Place }): Promise<Finding> => {
      const turn = ++asked.current
      const overtaken = () => asked.current !== turn
      setBusy(way)
      try {
        const { data } = await locateProperty({ variables: { input } })
        if (overtaken()) return 'overtaken'
        if (!data) throw new Error('No answer')
        setDiagnostics(data.locateProperty.diagnostics)
        announce(data.locateProperty, way)
        return data.locateProperty.outcome === 'NOT_FOUND' ? null : data.locateProperty
      } catch (error) {
        if (overtaken()) return 'overtaken'
        tellWithReason(error, WORDS[way].failed)
        return null
      } finally {
        if (!overtaken()) setBusy(undefined)
      }
    },
    [locateProperty],
  )

  /** What is being looked up no longer counts: something else was chosen meanwhile. */
  const overtake = useCallback(() => {
    asked.current += 1
    setBusy(undefined)
  }, [])

  /** By an address as typed, or as suggested. An empty one is refused with a toast. */
  const search = useCallback(
    async (typed: string, way: 'search' | 'suggestion' = 'search'): Promise<Finding> => {
      const address = typed.trim().replace(/\s+/g, ' ')
      if (!address) {
        toastError('Please enter an address')
        return null
      }
      const context = parcelContext(address)
      return locate(way, context ? { address, context } : { address })
    },
    [locate],
  )

  /** By a place that was clicked on the map. */
  const locateAt = useCallback(({ lat, lng }: Place) => locate('click', { point: { lat, lng } }), [locate])

  return {
    search,
    locateAt,
    overtake,
    searching: busy === 'search' || busy === 'suggestion',
    diagnostics,
    dismissDiagnostics: () => setDiagnostics(undefined),
  }
}

function announce(located: Located, way: Way): void {
  if (!located.parcelServiceAvailable) toastError(PARCELS_AWAY, { duration: LONG_TOAST })
  if (located.outcome === 'NOT_FOUND') toastError(WORDS[way].nothing)
  if (located.outcome !== 'EXISTING') return
  if (located.ownerUpdated) toastSuccess(`Property updated: ${located.property?.ownerName ?? 'Unknown Owner'}`)
  toastInfo('Property already in system')
}
