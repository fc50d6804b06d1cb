import { useCallback, useRef, useState } from 'react'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

export interface MyLocation {
  lat: number
  lng: number
  /** Metres. */
  accuracy: number
}

const TIMEOUT_MS = 10_000
/** In this time one walks to the next doors: after it, where one was is not where one is. */
const MAX_AGE_MS = 2 * 60_000

/**
 * Asks the device where the user is, and says what came of it. `place` keeps the last answer; `here` answers it only while
 * it is fresh, for what is recorded.
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

  return { place: location, here: freshLocation, busy, locateMe }
}
