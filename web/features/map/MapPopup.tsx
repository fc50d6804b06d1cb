import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import type { Point } from '../../lib/distance.ts'
import { placePopup, maxPopupHeight } from './popupPosition.ts'

/**
 * A popup at a property. It always fits inside the map: it changes sides and slides along the edge instead of being
 * clipped.
 */
export function MapPopup({ map, at, children }: { map: RefObject<MapRef | null>; at: Point; children: ReactNode }) {
  const popup = useRef<HTMLDivElement>(null)
  const { lat, lng } = at
  useLayoutEffect(() => {
    const element = popup.current
    const view = map.current
    if (!element || !view) return
    // Write to the DOM directly: a pan updates the position on every frame, too often for React state.
    const updatePosition = () => {
      const container = view.getContainer()
      const size = { width: container.clientWidth, height: container.clientHeight }
      element.style.setProperty('--popup-room', `${maxPopupHeight(size)}px`)
      const tip = view.project([lng, lat])
      const position = placePopup(tip, { width: element.offsetWidth, height: element.offsetHeight }, size)
      element.style.visibility = position ? 'visible' : 'hidden'
      if (!position) return
      element.dataset.side = position.side
      element.style.transform = `translate(${Math.round(position.x)}px, ${Math.round(position.y)}px)`
      element.style.setProperty('--tip-x', `${Math.round(tip.x - position.x)}px`)
      element.style.setProperty('--tip-y', `${Math.round(tip.y - 22 - position.y)}px`)
    }
    updatePosition()
    const resizeObserver = new ResizeObserver(updatePosition)
    resizeObserver.observe(element)
    resizeObserver.observe(view.getContainer())
    view.on('move', updatePosition)
    return () => {
      resizeObserver.disconnect()
      view.off('move', updatePosition)
    }
  }, [map, lat, lng])
  return (
    <div ref={popup} className="property-popup">
      <div className="property-popup-body">{children}</div>
    </div>
  )
}
