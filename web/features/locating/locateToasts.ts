import type { LocatePropertyMutation } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { LONG_TOAST_MS, toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'

/** What the look-up of an address or a point has found. */
export type Located = LocatePropertyMutation['locateProperty']
export type Diagnostics = Located['diagnostics']

const PARCEL_SERVICE_UNAVAILABLE =
  'Property lookup service is temporarily unavailable. Please contact admin if this persists.'

/** How a look-up was started: typed, from a suggestion, or by a click. */
export type LocateMethod = keyof typeof MESSAGES

/** Toast texts (spec §8); `offline` is said without a connection, when only the houses of the saved areas are found. */
const MESSAGES = {
  search: {
    notFound: 'Address not found',
    failed: 'Failed to search address',
    offline: 'No connection. This address is not on this phone.',
  },
  suggestion: {
    notFound: 'Address not found',
    failed: 'Failed to process address',
    offline: 'No connection. This address is not on this phone.',
  },
  click: {
    notFound: 'Could not get address for this location',
    failed: 'Failed to process location',
    offline: 'No connection. This house is not on this phone.',
  },
} as const

/** Adds a house where none was found. */
type Add = (() => void) | undefined
const addAction = (onAdd: Add) => onAdd && { action: { label: 'Add a House', run: onAdd } }

/** Says what a look-up has found, as far as the map does not show it. */
export function toastLocated(located: Located, method: LocateMethod, onAdd: Add): void {
  const isNotFound = located.outcome === 'NOT_FOUND'
  // A place that does not exist has no parcels: its message says more. A street has none in the imported parcels either.
  const lacksParcels = located.parcelServiceKeyed && !located.parcelsFound && !isNotFound
  if (!located.parcelServiceAvailable || lacksParcels)
    toastError(PARCEL_SERVICE_UNAVAILABLE, { duration: LONG_TOAST_MS })
  if (isNotFound) toastError(MESSAGES[method].notFound, addAction(onAdd))
  if (located.outcome !== 'EXISTING') return
  if (located.ownerUpdated) toastSuccess(`Property updated: ${located.property?.ownerName ?? 'Unknown Owner'}`)
  toastInfo('Property already in system')
}

/** Says why a look-up has failed. */
export function toastLocateFailure(error: unknown, method: LocateMethod, onAdd: Add): void {
  if (navigator.onLine || errorCode(error) !== 'NETWORK') toastFailureWithReason(error, MESSAGES[method].failed)
  else toastInfo(MESSAGES[method].offline, { id: 'not-on-phone', ...addAction(onAdd) })
}
