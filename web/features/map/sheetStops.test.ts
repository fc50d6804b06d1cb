import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  coveredHeight,
  hasStripAt,
  sheetOffset,
  SIDE_SHEET_WIDTH,
  snapToStop,
  STOPS,
  STRIP_HEIGHT,
  stopHeights,
} from './sheetStops.ts'

const heights = stopHeights(844)

describe('a released sheet', () => {
  it('settles at the nearest stop', () => {
    expect(snapToStop(140, 0, heights)).toBe('peek')
    expect(snapToStop(400, 0.1, heights)).toBe('half')
    expect(snapToStop(600, 0, heights)).toBe('full')
  })

  it('moves to the next stop after a flick, however short', () => {
    expect(snapToStop(502, 0.9, heights)).toBe('full')
    expect(snapToStop(640, -0.9, heights)).toBe('half')
    expect(snapToStop(240, -0.9, heights)).toBe('peek')
  })

  it('stays full when flicked upwards at the top', () => {
    expect(snapToStop(700, 0.9, heights)).toBe('full')
  })

  it('is dismissed below its lowest stop', () => {
    expect(snapToStop(100, -0.9, heights)).toBe('away')
    expect(snapToStop(50, 0, heights)).toBe('away')
    expect(snapToStop(80, 0, heights)).toBe('peek')
  })

  it('leaves 172 pixels of the screen at the full stop', () => {
    expect(heights).toEqual({ peek: 122, half: 488, full: 672 })
  })
})

it('the half stop has room for the strip, and on a low screen only the full one', () => {
  expect(stopHeights(700).half - stopHeights(699).half).toBe(STRIP_HEIGHT)
  const shown = (screen: number) => STOPS.filter((stop) => hasStripAt(stop, screen))
  expect([844, 667, 390].map(shown)).toEqual([['half'], ['full'], []])
})

describe('a selected house', () => {
  afterEach(() => vi.unstubAllGlobals())
  /** The bottom of the search box, and the height of the marker of a selected house, whose tip is at the house. */
  const [searchBottom, markerHeight] = [66, 40]

  it.each([
    [390, 844],
    [360, 640],
    [640, 360],
    [844, 390],
  ])('is seen between the search box and the sheet on a screen of %i × %i', (innerWidth, innerHeight) => {
    vi.stubGlobal('innerWidth', innerWidth)
    vi.stubGlobal('innerHeight', innerHeight)
    for (const stop of STOPS) {
      const { offsetX = 0, offsetY } = sheetOffset(stop)
      const tip = innerHeight / 2 + offsetY
      expect(tip - markerHeight).toBeGreaterThanOrEqual(searchBottom)
      const sheetTop = stop === 'full' ? innerHeight - stopHeights(innerHeight).full : innerHeight - coveredHeight(stop)
      const isBesideSheet = innerWidth / 2 + offsetX - markerHeight > SIDE_SHEET_WIDTH
      expect(isBesideSheet || tip <= sheetTop).toBe(true)
    }
  })
})
