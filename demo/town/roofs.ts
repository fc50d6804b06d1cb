import { type Drawing, boxCorners, lineOf } from './drawing.ts'
import type { Xy } from './ground.ts'
import { type Box, shrinkBox } from './plan.ts'
import { type Random, randomInt, randomBetween } from './random.ts'

/** The shade of a roof facet by direction. The light comes from the northwest. */
const SHADE_BY_DIRECTION = { north: 0, west: 1, south: 2, east: 3 }
const SHADOW_OFFSET: Xy = [1.5, -1.5]
const COURSE_SPACING = 0.95

export type RidgeAxis = 'x' | 'y'

/** Draws the shadow two meters to the southeast of a box, as one ring that includes the box. */
export function drawShadow(drawing: Drawing, { west, east, south, north }: Box, length = 1): void {
  const [dx, dy] = [SHADOW_OFFSET[0] * length, SHADOW_OFFSET[1] * length]
  drawing.add('shadow', [
    [west, south],
    [west + dx, south + dy],
    [east + dx, south + dy],
    [east + dx, north + dy],
    [east, north],
    [west, north],
  ])
}

/** Draws two facets that meet in a ridge. */
export function drawGable(
  drawing: Drawing,
  box: Box,
  colorFamily: number,
  ridgeAxis: RidgeAxis,
  layer: 'facet' | 'wing' = 'facet',
): void {
  const { west, east, south, north } = box
  const x = (west + east) / 2
  const y = (south + north) / 2
  if (ridgeAxis === 'y') {
    drawFacet(drawing, layer, colorFamily, 'west', boxCorners({ ...box, east: x }))
    drawFacet(drawing, layer, colorFamily, 'east', boxCorners({ ...box, west: x }))
    drawing.add('ridge', lineOf([x, south], [x, north]))
  } else {
    drawFacet(drawing, layer, colorFamily, 'north', boxCorners({ ...box, south: y }))
    drawFacet(drawing, layer, colorFamily, 'south', boxCorners({ ...box, north: y }))
    drawing.add('ridge', lineOf([west, y], [east, y]))
  }
  drawCourses(drawing, box, ridgeAxis)
}

/** Draws four facets with a ridge along the longer side. */
export function drawHip(drawing: Drawing, box: Box, colorFamily: number): void {
  const { west, east, south, north } = box
  const width = east - west
  const depth = north - south
  const half = Math.min(width, depth) / 2
  const low: Xy = [west + half, south + half]
  const high: Xy = depth > width ? [west + half, north - half] : [east - half, south + half]
  const [sw, se, ne, nw] = boxCorners(box) as [Xy, Xy, Xy, Xy]
  if (depth > width) {
    drawFacet(drawing, 'facet', colorFamily, 'west', [sw, low, high, nw])
    drawFacet(drawing, 'facet', colorFamily, 'east', [se, ne, high, low])
    drawFacet(drawing, 'facet', colorFamily, 'south', [sw, se, low])
    drawFacet(drawing, 'facet', colorFamily, 'north', [nw, high, ne])
  } else {
    drawFacet(drawing, 'facet', colorFamily, 'south', [sw, se, high, low])
    drawFacet(drawing, 'facet', colorFamily, 'north', [nw, low, high, ne])
    drawFacet(drawing, 'facet', colorFamily, 'west', [sw, low, nw])
    drawFacet(drawing, 'facet', colorFamily, 'east', [se, ne, high])
  }
  drawing.add('ridge', [low, high])
  for (let inset = COURSE_SPACING; inset < half - 0.2; inset += COURSE_SPACING) {
    const ring = boxCorners(shrinkBox(box, inset))
    drawing.add('course', [...ring, ring[0]!])
  }
}

/** Draws a wing whose ridge runs from its gable at the street into the slope of the main roof. */
export function drawWing(
  drawing: Drawing,
  box: Box,
  colorFamily: number,
  faces: 'north' | 'south',
  reach: number,
): void {
  const [sw, se, ne, nw] = boxCorners(box) as [Xy, Xy, Xy, Xy]
  const x = (box.west + box.east) / 2
  const low: Xy = [x, faces === 'north' ? box.south - reach : box.south]
  const high: Xy = [x, faces === 'north' ? box.north : box.north + reach]
  drawFacet(drawing, 'wing', colorFamily, 'west', [sw, low, high, nw])
  drawFacet(drawing, 'wing', colorFamily, 'east', [se, ne, high, low])
  drawing.add('ridge', faces === 'north' ? [low, high] : [high, low])
  drawCourses(drawing, box, 'y')
}

export function drawChimney(drawing: Drawing, house: Box, random: Random): void {
  const x = randomBetween(random, house.west + 1.4, house.east - 2)
  const y = randomBetween(random, house.south + 3, house.north - 3)
  drawing.add('chimney', boxCorners({ west: x + 0.35, east: x + 1.25, south: y - 0.5, north: y + 0.4 }), {
    k: 'shadow',
  })
  drawing.add('chimney', boxCorners({ west: x, east: x + 0.75, south: y, north: y + 0.75 }), { k: 'brick' })
}

/** Color families, repeated by frequency: mostly grays and browns, because clay stands out. */
const WEIGHTED_COLOR_FAMILIES = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 5, 6, 6, 7]

export function pickColorFamily(random: Random): number {
  return WEIGHTED_COLOR_FAMILIES[randomInt(random, WEIGHTED_COLOR_FAMILIES.length)]!
}

function drawFacet(
  drawing: Drawing,
  layer: 'facet' | 'wing',
  colorFamily: number,
  direction: keyof typeof SHADE_BY_DIRECTION,
  corners: Xy[],
): void {
  drawing.add(layer, corners, { c: colorFamily * 4 + SHADE_BY_DIRECTION[direction] })
}

/** Draws lines of shingles parallel to the ridge. */
function drawCourses(drawing: Drawing, { west, east, south, north }: Box, ridgeAxis: RidgeAxis): void {
  const span = ridgeAxis === 'y' ? east - west : north - south
  const count = Math.max(2, Math.round(span / COURSE_SPACING / 2) * 2)
  for (let index = 1; index < count; index++) {
    if (index * 2 === count) continue
    const at = (span * index) / count
    const course =
      ridgeAxis === 'y'
        ? lineOf([west + at, south], [west + at, north])
        : lineOf([west, south + at], [east, south + at])
    drawing.add('course', course)
  }
}
