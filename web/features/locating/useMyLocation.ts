import { useCallback, useRef, useState } from 'react'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

export interface MyLocation {
  lat: number
  lng: number
  /** In meters. */
  accuracy: number
}

const TIMEOUT_MS = 10_000
/** A rep reaches the next properties within this time, so an older location is not recorded with a knock. */
const MAX_AGE_MS = 2 * 60_000

/**
 * Locates the user and reports the outcome in a toast. `location` is the last result; `freshLocation` returns it only
 * while it is recent enough to record.
 */
export function useMyLocation() {
  const [location, setLocation] = useState<MyLocation>()
  const foundAt = useRef(0)
  const [busy, setBusy] = useState(false)

  const locateMe = useCallback((onLocated: ((location: MyLocation) => void) | undefined) => {
    if (!onLocated) return void toastError('Map not ready yet')
    if (!('geolocation' in navigator)) return void toastError('Geolocation not supported')
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy }
        setBusy(false)
        setLocation(found)
        foundAt.current = Date.now()
        onLocated(found)
        toastSuccess('Centered on your location')
      },
      () => {
        setBusy(false)
        toastError('Unable to get your location')
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 5000 },
    )
  }, [])

  const freshLocation = useCallback(
    () => (Date.now() - foundAt.current <= MAX_AGE_MS ? location : undefined),
    [location],
  )

  return { location, freshLocation, busy, locateMe }
}
