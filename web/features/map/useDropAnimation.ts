import { useEffect, useState } from 'react'
import type { NewMarker } from './markerFeatures.ts'

/**
 * False for the first two frames of a new marker, then true, so that the marker falls into place. Always true with
 * reduced motion.
 */
export function useDropAnimation(newMarker: NewMarker | undefined): boolean {
  const positionKey = newMarker && `${newMarker.lat} ${newMarker.lng}`
  const [droppedKey, setDroppedKey] = useState<string>()
  useEffect(() => {
    if (!positionKey) return
    // Wait two frames: the first one draws the marker at its starting height.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDroppedKey(positionKey))
    })
    return () => cancelAnimationFrame(frame)
  }, [positionKey])
  return droppedKey === positionKey || matchMedia('(prefers-reduced-motion: reduce)').matches
}
