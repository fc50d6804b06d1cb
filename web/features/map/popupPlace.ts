interface Spot {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

export interface PopupPlace extends Spot {
  /** On which side of its marker the popup stands. */
  side: 'above' | 'below' | 'right' | 'left'
}

/** From the tip of the selected marker to a popup above it, and to one beside it; a popup under it is nearer. */
const ABOVE = 48
const BESIDE = 58
const BELOW = 14
/** The middle of the marker over its tip. */
const MIDDLE = 22
/** What lies over the map at its top is not covered. */
const EDGE = { top: 76, right: 12, bottom: 12, left: 12 }

/** How high a popup may be in a map of this height. */
export const popupRoom = (map: Size): number => map.height - EDGE.top - EDGE.bottom

/**
 * Where the upper left corner of a popup goes so that all of it is inside the map and its marker stays in sight: above
 * the tip where there is room, else under it, else beside it. Null while the house itself is out of view.
 */
export function placePopup(tip: Spot, popup: Size, map: Size): PopupPlace | null {
  if (tip.x < 0 || tip.y < 0 || tip.x > map.width || tip.y - ABOVE > map.height) return null
  const farthest = { x: map.width - EDGE.right - popup.width, y: map.height - EDGE.bottom - popup.height }
  const within = (wish: number, least: number, most: number) => Math.max(least, Math.min(wish, most))
  const x = within(tip.x - popup.width / 2, EDGE.left, farthest.x)
  const y = within(tip.y - MIDDLE - popup.height / 2, EDGE.top, farthest.y)
  const above = tip.y - ABOVE - popup.height
  if (above >= EDGE.top) return { side: 'above', x, y: Math.min(above, farthest.y) }
  if (tip.y + BELOW <= farthest.y) return { side: 'below', x, y: Math.max(tip.y + BELOW, EDGE.top) }
  const right = tip.x + BESIDE
  const left = tip.x - BESIDE - popup.width
  // Where the window is too small for either, the marker is covered rather than the popup cut.
  if (right <= farthest.x || tip.x < map.width / 2) return { side: 'right', x: within(right, EDGE.left, farthest.x), y }
  return { side: 'left', x: Math.max(left, EDGE.left), y }
}
