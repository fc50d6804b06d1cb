interface PixelPoint {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

export interface PopupPosition extends PixelPoint {
  /** The side of the marker that the popup is on. */
  side: 'above' | 'below' | 'right' | 'left'
}

/** Distances from the tip of the selected marker to a popup on each side. */
const GAP_ABOVE = 48
const GAP_BESIDE = 58
const GAP_BELOW = 14
/** Height of the marker's center above its tip. */
const MARKER_CENTER_HEIGHT = 22
/** The popup keeps clear of the controls at the top and at the right of the map. */
const MAP_MARGIN = { top: 76, right: 72, bottom: 28, left: 12 }

/** The maximum height of a popup, in pixels. */
export const maxPopupHeight = (map: Size): number => map.height - MAP_MARGIN.top - MAP_MARGIN.bottom

/**
 * The upper-left corner of a popup that fits inside the map and leaves its marker visible: above the tip if there is
 * room, else below it, else beside it. Null if the property is out of view.
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
  // If neither side has room, the popup covers the marker instead of being clipped.
  if (right <= maxPosition.x || tip.x < map.width / 2)
    return { side: 'right', x: clamp(right, MAP_MARGIN.left, maxPosition.x), y }
  return { side: 'left', x: clamp(left, MAP_MARGIN.left, maxPosition.x), y }
}
