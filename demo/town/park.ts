import { type Drawing, lineOf } from './drawing.ts'
import type { Xy } from './ground.ts'
import { PARK_BLOCK } from './plan.ts'
import { randomBetween, createRandom } from './random.ts'
import { drawTree } from './yards.ts'

export const PARK_NAME = 'Placeholder Park'
const RANDOM_STREAM = 5

const { inner } = PARK_BLOCK
/** Center of the pond, and its extent along both axes in meters. */
const POND = { x: inner.east - 58, y: (inner.south + inner.north) / 2 + 4, wide: 34, deep: 18 }
const FORK: Xy = [inner.west + 42, (inner.south + inner.north) / 2 + 3]

/** The shoreline `margin` meters outside the pond: an ellipse with ripples. */
function createShore(margin: number): Xy[] {
  return Array.from({ length: 48 }, (_, index) => {
    const angle = (index / 48) * 2 * Math.PI
    const ripple = 1 + 0.07 * Math.sin(2 * angle + 0.6) + 0.05 * Math.cos(3 * angle)
    const x = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.85
    const y = Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** 0.85
    return [POND.x + (POND.wide * ripple + margin) * x, POND.y + (POND.deep * ripple + margin) * y]
  })
}

/** Draws the park: lawn, a pond with a trail around it, trails to its corners, a small square, and trees. */
export function drawPark(drawing: Drawing): void {
  const ring = createShore(6)
  drawing.add('trail', [...ring, ring[0]!], { w: 2.2 })
  drawing.add('water', createShore(1.8), { k: 'bank' })
  drawing.add('water', createShore(0), { k: 'pond' })
  drawing.add('water', createShore(-9), { k: 'deep' })
  drawing.add('trail', [[inner.west + 1, inner.north - 4], FORK], { w: 2 })
  drawing.add('trail', [[inner.west + 4, inner.south + 6], FORK], { w: 2 })
  drawing.add('trail', [FORK, [POND.x - POND.wide - 6, POND.y - 4]], { w: 2 })
  drawing.add('trail', lineOf([POND.x + 8, POND.y - POND.deep - 6.5], [POND.x + 12, inner.south]), { w: 1.6 })
  drawing.add('water', createCircle([FORK[0] - 1, FORK[1] - 12], 6), { k: 'square' })
  drawing.add('place', [[inner.west + 52, (inner.south + inner.north) / 2 + 13]], { name: PARK_NAME, k: 'park' })
  plantTrees(drawing)
}

function createCircle([x, y]: Xy, radius: number): Xy[] {
  return Array.from({ length: 20 }, (_, index) => {
    const angle = (index / 20) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

function plantTrees(drawing: Drawing): void {
  const random = createRandom(RANDOM_STREAM, 0)
  for (let tries = 0; tries < 95; tries++) {
    const x = randomBetween(random, inner.west + 4, inner.east - 4)
    const y = randomBetween(random, inner.south + 4, inner.north - 4)
    const fromPond = Math.hypot((x - POND.x) / (POND.wide + 12), (y - POND.y) / (POND.deep + 12))
    if (fromPond > 1) drawTree(drawing, x, y, randomBetween(random, 4.5, 10.5), random)
  }
  for (let tries = 0; tries < 14; tries++) {
    const grove: Xy = [FORK[0] - 4 + randomBetween(random, -13, 13), FORK[1] - 18 + randomBetween(random, -9, 9)]
    drawTree(drawing, ...grove, randomBetween(random, 5, 9.5), random)
  }
}
