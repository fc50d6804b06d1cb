import { describe, expect, it } from 'vitest'
import { snapToStop, stopHeights } from './sheetStops.ts'

const heights = stopHeights(844)

describe('a released sheet', () => {
  it('settles at the nearest stop', () => {
    expect(snapToStop(140, 0, heights)).toBe('peek')
    expect(snapToStop(400, 0.1, heights)).toBe('half')
    expect(snapToStop(600, 0, heights)).toBe('full')
  })

  it('moves to the next stop after a flick, however short', () => {
    expect(snapToStop(446, 0.9, heights)).toBe('full')
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
    expect(heights).toEqual({ peek: 122, half: 432, full: 672 })
  })
})
