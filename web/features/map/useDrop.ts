import { useEffect, useState } from 'react'
import type { NewSpot } from './markerFeatures.ts'

/**
 * False for the first moment of a new spot, then true: the marker falls into place between the two, and its ring
 * spreads. Where the reader asked for no motion it is true from the start.
 */
export function useDrop(spot: NewSpot | undefined): boolean {
  const place = spot && `${spot.lat} ${spot.lng}`
  const [dropped, setDropped] = useState<string>()
  useEffect(() => {
    if (!place) return
    // Two frames: the first draws the marker where it falls from.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDropped(place))
    })
    return () => cancelAnimationFrame(frame)
  }, [place])
  return dropped === place || matchMedia('(prefers-reduced-motion: reduce)').matches
}
