import { useCallback, useEffect, useRef, useState } from 'react'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import type { Point } from '../../lib/distance.ts'

export interface MyLocation extends Point {
  accuracyMeters: number
}

const POSITION_OPTIONS = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5000 }
/** A rep reaches the next properties within this time, so an older location is not recorded with a knock. */
const MAX_AGE_MS = 2 * 60_000
/** `GeolocationPositionError.PERMISSION_DENIED`, which not every environment defines. */
const PERMISSION_DENIED = 1

/**
 * The user's location. While `isFollowing` and the page is visible, it follows the user; else it is found once, by
 * `locateMe`. `location` is the last result; `freshLocation` returns it only while it is recent enough to record.
 */
export function useMyLocation({ isFollowing }: { isFollowing: boolean }) {
  const [location, setLocation] = useState<MyLocation>()
  const foundAt = useRef(0)
  const [busy, setBusy] = useState(false)

  const keep = useCallback(({ coords }: GeolocationPosition): MyLocation => {
    const found = { lat: coords.latitude, lng: coords.longitude, accuracyMeters: coords.accuracy }
    setLocation(found)
    foundAt.current = Date.now()
    return found
  }, [])
  useFollow(isFollowing, keep)

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
        (error) => {
          setBusy(false)
          toastError('Unable to get your location', adviceFor(error))
        },
        POSITION_OPTIONS,
      )
    },
    [keep],
  )

  /** Locates the user without asking and without a toast. Does nothing unless permission was granted before. */
  const locateIfGranted = useCallback(async () => {
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
    if (permission?.state !== 'granted') return
    navigator.geolocation.getCurrentPosition(keep, () => undefined, POSITION_OPTIONS)
  }, [keep])

  const freshLocation = useCallback(
    () => (Date.now() - foundAt.current <= MAX_AGE_MS ? location : undefined),
    [location],
  )

  return { location, freshLocation, busy, locateMe, locateIfGranted }
}

/** Watches the location while `isFollowing` and the page is visible. Says what to do if the user has denied it. */
function useFollow(isFollowing: boolean, onPosition: (position: GeolocationPosition) => void): void {
  useEffect(() => {
    if (!isFollowing || !('geolocation' in navigator)) return
    let watch: number | undefined
    const stop = () => {
      if (watch !== undefined) navigator.geolocation.clearWatch(watch)
      watch = undefined
    }
    const handleError = (error: GeolocationPositionError) => {
      // Without a signal from the satellites the watch goes on. A denial ends it.
      if (error.code !== PERMISSION_DENIED) return
      stop()
      toastError('Knocks are logged without your location', { ...adviceFor(error), id: 'location-denied' })
    }
    const update = () => {
      if (document.visibilityState === 'hidden') stop()
      else watch ??= navigator.geolocation.watchPosition(onPosition, handleError, POSITION_OPTIONS)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      stop()
    }
  }, [isFollowing, onPosition])
}

/** What the user can do about a location that was not found. */
const adviceFor = ({ code }: GeolocationPositionError) => ({
  duration: 6000,
  detail:
    code === PERMISSION_DENIED
      ? "Allow location for this site in the browser's settings, and for the browser in the phone's settings."
      : 'Step outside or wait a moment, then try again.',
})
