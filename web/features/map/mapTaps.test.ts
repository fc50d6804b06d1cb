import { describe, expect, it } from 'vitest'
import { createTapReader } from './mapTaps.ts'
import { PROPERTY_ZOOM } from './openingView.ts'

const tap = (at: number, x = 100) => ({ x, y: 100, at })

describe('a tap beside the markers', () => {
  it('looks a house up where houses can be told apart, and zooms in farther out', () => {
    expect(createTapReader().read(tap(0), PROPERTY_ZOOM)).toBe('look_up')
    expect(createTapReader().read(tap(0), PROPERTY_ZOOM - 0.1)).toBe('zoom_in')
  })

  it('is a double tap if it follows another at the same place at once', () => {
    const taps = createTapReader()
    taps.read(tap(0), 20)
    expect(taps.read(tap(250, 110), 20)).toBe('double_tap')
    expect(taps.read(tap(500), 20)).toBe('look_up')
  })

  it('is a tap of its own if it is later or elsewhere', () => {
    const taps = createTapReader()
    taps.read(tap(0), 20)
    expect(taps.read(tap(400), 20)).toBe('look_up')
    expect(taps.read(tap(500, 300), 20)).toBe('look_up')
  })

  it('belongs to a zoom by the user that begins at once, as after a double tap by touch', () => {
    const taps = createTapReader()
    expect(taps.isSecondHalf(0)).toBe(false)
    taps.read(tap(0), 20)
    expect(taps.isSecondHalf(200)).toBe(true)
    expect(taps.isSecondHalf(900)).toBe(false)
  })
})
