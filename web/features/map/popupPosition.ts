interface PixelPoint {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

export interface PopupPosition extends PixelPoint {
  /** On which side of its marker the popup stands. */
  side: 'above' | 'below' | 'right' | 'left'
}

/** From the tip of the selected marker to a popup above it, and to one beside it; a popup under it is nearer. */
const GAP_ABOVE = 48
const GAP_BESIDE = 58
const GAP_BELOW = 14
/** The middle of the marker over its tip. */
const MARKER_CENTER_HEIGHT = 22
/** What lies over the map at its top is not covered. */
const MAP_MARGIN = { top: 76, right: 12, bottom: 12, left: 12 }

/** How high a popup may be in a map of this height. */
export const maxPopupHeight = (map: Size): number => map.height - MAP_MARGIN.top - MAP_MARGIN.bottom

/**
 * Where the upper left corner of a popup goes so that all of it is inside the map and its marker stays in sight: above
 * the tip where there is room, else under it, else beside it. Null while the house itself is out of view.
 */
export function placePopup(tip: PixelPoint, popup: Size, map: Size): PopupPosition | null {
  if (tip.x < 0 || tip.y < 0 || tip.x > map.width || tip.y - GAP_ABOVE > map.height) return null
  const maxPosition = {
    x: map.width - MAP_MARGIN.right - popup.width,
    y: map.height - MAP_MARGIN.bottom - popup.height,
  }
  const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))
  const x = clamp(tip.x - popup.width / 2, MAP_MARGIN.left, maxPosition.x)
  const y = clamp(tip.y - MARKER_CENTER_HEIGHT - popup.height / 2, MAP_MARGIN.top, maxPosition.y)
  const above = tip.y - GAP_ABOVE - popup.height
  if (above >= MAP_MARGIN.top) return { side: 'above', x, y: Math.min(above, maxPosition.y) }
  if (tip.y + GAP_BELOW <= maxPosition.y) return { side: 'below', x, y: Math.max(tip.y + GAP_BELOW, MAP_MARGIN.top) }
  const right = tip.x + GAP_BESIDE
  const left = tip.x - GAP_BESIDE - popup.width
  // Where the window is too small for either, the marker is covered rather than the popup cut.
  if (right <= maxPosition.x || tip.x < map.width / 2)
    return { side: 'right', x: clamp(right, MAP_MARGIN.left, maxPosition.x), y }
  return { side: 'left', x: Math.max(left, MAP_MARGIN.left), y }
}
