import { useEffect, useState } from 'react'
import type { NewMarker } from './markerFeatures.ts'

/**
 * False for the first moment of a new spot, then true: the marker falls into place between the two, and its ring
 * spreads. Where the reader asked for no motion it is true from the start.
 */
export function useDropAnimation(newMarker: NewMarker | undefined): boolean {
  const positionKey = newMarker && `${newMarker.lat} ${newMarker.lng}`
  const [droppedKey, setDroppedKey] = useState<string>()
  useEffect(() => {
    if (!positionKey) return
    // Two frames: the first draws the marker where it falls from.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDroppedKey(positionKey))
    })
    return () => cancelAnimationFrame(frame)
  }, [positionKey])
  return droppedKey === positionKey || matchMedia('(prefers-reduced-motion: reduce)').matches
}
