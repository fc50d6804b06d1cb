import { useCallback, useRef, useState } from 'react'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

export interface MyLocation {
  lat: number
  lng: number
  /** In meters. */
  accuracy: number
}

const POSITION_OPTIONS = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5000 }
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

  const keep = useCallback(({ coords }: GeolocationPosition): MyLocation => {
    const found = { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy }
    setLocation(found)
    foundAt.current = Date.now()
    return found
  }, [])

  const locateMe = useCallback(
    (onLocated: ((location: MyLocation) => void) | undefined) => {
      if (!onLocated) return void toastError('Map not ready yet')
      if (!('geolocation' in navigator)) return void toastError('Geolocation not supported')
      setBusy(true)
      navigator.geolocation.getCurrentPosition(
        (position) => {
          setBusy(false)
          onLocated(keep(position))
          toastSuccess('Centered on your location')
        },
        () => {
          setBusy(false)
          toastError('Unable to get your location')
        },
        POSITION_OPTIONS,
      )
    },
    [keep],
  )

  /** Locates the user without asking and without a toast. Does nothing unless permission was granted before. */
  const locateIfGranted = useCallback(
    async (onLocated: (location: MyLocation) => void) => {
      const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
      if (permission?.state !== 'granted') return
      navigator.geolocation.getCurrentPosition(
        (position) => onLocated(keep(position)),
        () => undefined,
        POSITION_OPTIONS,
      )
    },
    [keep],
  )

  const freshLocation = useCallback(
    () => (Date.now() - foundAt.current <= MAX_AGE_MS ? location : undefined),
    [location],
  )

  return { location, freshLocation, busy, locateMe, locateIfGranted }
}
