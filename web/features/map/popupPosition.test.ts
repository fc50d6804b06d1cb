import { describe, expect, it } from 'vitest'
import { placePopup } from './popupPosition.ts'

const map = { width: 1360, height: 600 }
const popup = { width: 316, height: 380 }

describe('the popup of a property', () => {
  it('is above its marker if there is room', () => {
    expect(placePopup({ x: 680, y: 530 }, popup, map)).toEqual({ side: 'above', x: 522, y: 102 })
  })

  it('is below a marker at the top', () => {
    expect(placePopup({ x: 680, y: 150 }, popup, map)).toMatchObject({ side: 'below', y: 164 })
  })

  it('is beside a marker in the middle, on the side with room', () => {
    expect(placePopup({ x: 680, y: 350 }, popup, map)).toMatchObject({ side: 'right', x: 738 })
    expect(placePopup({ x: 1300, y: 350 }, popup, map)).toMatchObject({ side: 'left', x: 926 })
  })

  it('fits inside the map wherever its property is in view', () => {
    for (let x = 0; x <= map.width; x += 20)
      for (let y = 0; y <= map.height; y += 20) {
        const place = placePopup({ x, y }, popup, map)!
        expect(place.x).toBeGreaterThanOrEqual(12)
        expect(place.x + popup.width).toBeLessThanOrEqual(map.width - 72)
        expect(place.y).toBeGreaterThanOrEqual(76)
        expect(place.y + popup.height).toBeLessThanOrEqual(map.height - 28)
      }
  })

  it('is hidden while its property is out of view', () => {
    expect(placePopup({ x: -1, y: 300 }, popup, map)).toBeNull()
    expect(placePopup({ x: 300, y: 700 }, popup, map)).toBeNull()
  })
})
