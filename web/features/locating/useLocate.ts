import { useMutation } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { LocatePropertyDocument, type LocatePropertyMutation } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { LONG_TOAST_MS, toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'
import { parcelContext } from './parcelContext.ts'

export type Located = LocatePropertyMutation['locateProperty']
export type Diagnostics = Located['diagnostics']
export interface LatLng {
  lat: number
  lng: number
}

const PARCEL_SERVICE_UNAVAILABLE =
  'Property lookup service is temporarily unavailable. Please contact admin if this persists.'

/** How a lookup was started: typed, from a suggestion, or by a click. */
type LocateMethod = keyof typeof MESSAGES

/** Toast texts (spec §8). */
const MESSAGES = {
  search: { notFound: 'Address not found', failed: 'Failed to search address' },
  suggestion: { notFound: 'Address not found', failed: 'Failed to process address' },
  click: { notFound: 'Could not get address for this location', failed: 'Failed to process location' },
} as const

/** Without a connection, a house is found among those of the saved areas. */
const NOT_ON_PHONE: Record<LocateMethod, string> = {
  search: 'No connection. This address is not on this phone.',
  suggestion: 'No connection. This address is not on this phone.',
  click: 'No connection. This house is not on this phone.',
}

/**
 * The result of a lookup: null if nothing was found or it failed, 'superseded' if a later lookup or selection replaced
 * it.
 */
export type LocateResult = Located | null | 'superseded'

interface LocateOptions {
  /** The look-up begins after this time, unless it is canceled before. */
  delayMs?: number
  /** Adds a house where none was found. */
  onAdd?: (() => void) | undefined
}

/** Looks up the property at an address or a point and shows the outcome in a toast. */
export function useLocate() {
  const [locateProperty] = useMutation(LocatePropertyDocument)
  const [busy, setBusy] = useState<LocateMethod>()
  const [diagnostics, setDiagnostics] = useState<Diagnostics>()
  const latestRequest = useRef(0)

  const locate = useCallback(
    async (
      method: LocateMethod,
      input: { address: string; context?: string } | { point: LatLng },
      { delayMs = 0, onAdd }: LocateOptions = {},
    ): Promise<LocateResult> => {
      const request = ++latestRequest.current
      const isSuperseded = () => latestRequest.current !== request
      setBusy(method)
      try {
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
        if (isSuperseded()) return 'superseded'
        const { data } = await locateProperty({ variables: { input } })
        if (isSuperseded()) return 'superseded'
        if (!data) throw new Error('Empty response')
        // Without a connection the answer is from this phone, where nothing was interpreted.
        setDiagnostics(data.locateProperty.diagnostics.userInput ? data.locateProperty.diagnostics : undefined)
        showOutcome(data.locateProperty, method, onAdd)
        return data.locateProperty.outcome === 'NOT_FOUND' ? null : data.locateProperty
      } catch (error) {
        if (isSuperseded()) return 'superseded'
        if (navigator.onLine || errorCode(error) !== 'NETWORK') toastFailureWithReason(error, MESSAGES[method].failed)
        else toastInfo(NOT_ON_PHONE[method], { id: 'not-on-phone', ...addAction(onAdd) })
        return null
      } finally {
        if (!isSuperseded()) setBusy(undefined)
      }
    },
    [locateProperty],
  )

  /** Discards the running lookup because the user selected something else. */
  const cancelPending = useCallback(() => {
    latestRequest.current += 1
    setBusy(undefined)
  }, [])

  /** Looks up an address. An empty one is rejected with a toast. */
  const search = useCallback(
    async (typed: string, method: 'search' | 'suggestion' = 'search'): Promise<LocateResult> => {
      const address = typed.trim().replace(/\s+/g, ' ')
      if (!address) {
        toastError('Please enter an address')
        return null
      }
      const context = parcelContext(address)
      return locate(method, context ? { address, context } : { address })
    },
    [locate],
  )

  /** Looks up a point that was clicked on the map. */
  const locateAt = useCallback(
    ({ lat, lng }: LatLng, options?: LocateOptions) => locate('click', { point: { lat, lng } }, options),
    [locate],
  )

  return {
    search,
    locateAt,
    cancelPending,
    searching: busy === 'search' || busy === 'suggestion',
    diagnostics,
    dismissDiagnostics: () => setDiagnostics(undefined),
  }
}

const addAction = (onAdd: LocateOptions['onAdd']) => onAdd && { action: { label: 'Add a House', run: onAdd } }

function showOutcome(located: Located, method: LocateMethod, onAdd: LocateOptions['onAdd']): void {
  const isNotFound = located.outcome === 'NOT_FOUND'
  // A place that does not exist has no parcels: its message says more.
  if (!located.parcelServiceAvailable || !(located.parcelsFound || isNotFound))
    toastError(PARCEL_SERVICE_UNAVAILABLE, { duration: LONG_TOAST_MS })
  if (isNotFound) toastError(MESSAGES[method].notFound, addAction(onAdd))
  if (located.outcome !== 'EXISTING') return
  if (located.ownerUpdated) toastSuccess(`Property updated: ${located.property?.ownerName ?? 'Unknown Owner'}`)
  toastInfo('Property already in system')
}
