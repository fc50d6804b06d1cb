import { expect, it } from 'vitest'
import { routeViewport } from './routeViewport.ts'

const house = (lat: number, lng: number) => ({ lat, lng })

it('shows all places, in their order, with room at the edges', () => {
  const { points } = routeViewport([house(39.7, -86.2), house(39.71, -86.19), house(39.705, -86.17)], 400, 200)
  for (const { x, y } of points) {
    expect(x).toBeGreaterThanOrEqual(24 - 1e-6)
    expect(x).toBeLessThanOrEqual(376 + 1e-6)
    expect(y).toBeGreaterThanOrEqual(24 - 1e-6)
    expect(y).toBeLessThanOrEqual(176 + 1e-6)
  }
  // North is up, east is right.
  expect(points[0]!.y).toBeGreaterThan(points[1]!.y)
  expect(points[0]!.x).toBeLessThan(points[2]!.x)
})

it('shows one place in the middle, not closer than a few houses', () => {
  const { points, viewport } = routeViewport([house(39.7, -86.2)], 400, 200)
  expect(points[0]!.x).toBeCloseTo(200)
  expect(points[0]!.y).toBeCloseTo(100)
  expect(viewport.pixelsPerMeter).toBeCloseTo(2.4)
})
