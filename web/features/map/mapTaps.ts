import { PROPERTY_ZOOM } from './openingView.ts'

/** The longest time in milliseconds between the taps of a double tap. A tap is looked up only after this time. */
export const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_DISTANCE_PX = 30

interface Tap {
  x: number
  y: number
  /** In milliseconds. */
  at: number
}

/** What a tap beside all markers does. The map itself zooms on a double tap. */
export type TapAction = 'look_up' | 'zoom_in' | 'double_tap'

/** Decides what each tap beside the markers does; it remembers the previous tap. */
export function createTapReader() {
  let previous: Tap | undefined
  return {
    read: (tap: Tap, zoom: number): TapAction => {
      const isSecond = previous !== undefined && isNear(previous, tap)
      previous = isSecond ? undefined : tap
      if (isSecond) return 'double_tap'
      return zoom >= PROPERTY_ZOOM ? 'look_up' : 'zoom_in'
    },
    /** Whether a zoom by the user at this time is the second half of a double tap. */
    isSecondHalf: (at: number): boolean => previous !== undefined && at - previous.at <= DOUBLE_TAP_MS,
  }
}

const isNear = (one: Tap, other: Tap): boolean =>
  other.at - one.at <= DOUBLE_TAP_MS && Math.hypot(other.x - one.x, other.y - one.y) <= DOUBLE_TAP_DISTANCE_PX
