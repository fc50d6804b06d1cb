import { type Drawing, boxCorners } from './drawing.ts'
import type { Xy } from './ground.ts'
import type { Box } from './plan.ts'
import { type Random, below, between } from './random.ts'

/** Which way a facet looks decides its shade: the sun stands in the north-west. */
const SHADE = { north: 0, west: 1, south: 2, east: 3 }
const SHADOW: Xy = [1.5, -1.5]
const COURSE_STEP = 0.95

export type RidgeAlong = 'x' | 'y'

/** A shadow two metres to the south-east of a box, as one ring with the box. */
export function castShadow(drawing: Drawing, { west, east, south, north }: Box, length = 1): void {
  const [dx, dy] = [SHADOW[0] * length, SHADOW[1] * length]
  drawing.add('shadow', [
    [west, south],
    [west + dx, south + dy],
    [east + dx, south + dy],
    [east + dx, north + dy],
    [east, north],
    [west, north],
  ])
}

/** Two facets that meet in a ridge. */
export function drawGable(
  drawing: Drawing,
  box: Box,
  family: number,
  along: RidgeAlong,
  layer: 'facet' | 'wing' = 'facet',
): void {
  const { west, east, south, north } = box
  const x = (west + east) / 2
  const y = (south + north) / 2
  if (along === 'y') {
    facet(drawing, layer, family, 'west', boxCorners({ west, east: x, south, north }))
    facet(drawing, layer, family, 'east', boxCorners({ west: x, east, south, north }))
    drawing.add('ridge', [
      [x, south],
      [x, north],
    ])
    courses(drawing, box, along)
  } else {
    facet(drawing, layer, family, 'north', boxCorners({ west, east, south: y, north }))
    facet(drawing, layer, family, 'south', boxCorners({ west, east, south, north: y }))
    drawing.add('ridge', [
      [west, y],
      [east, y],
    ])
    courses(drawing, box, along)
  }
}

/** Four facets; the ridge runs along the longer side. */
export function drawHip(drawing: Drawing, { west, east, south, north }: Box, family: number): void {
  const width = east - west
  const depth = north - south
  const half = Math.min(width, depth) / 2
  const low: Xy = depth > width ? [west + half, south + half] : [west + half, south + half]
  const high: Xy = depth > width ? [west + half, north - half] : [east - half, south + half]
  const corners = { sw: [west, south] as Xy, se: [east, south] as Xy, ne: [east, north] as Xy, nw: [west, north] as Xy }
  const { sw, se, ne, nw } = corners
  if (depth > width) {
    facet(drawing, 'facet', family, 'west', [sw, low, high, nw])
    facet(drawing, 'facet', family, 'east', [se, ne, high, low])
    facet(drawing, 'facet', family, 'south', [sw, se, low])
    facet(drawing, 'facet', family, 'north', [nw, high, ne])
  } else {
    facet(drawing, 'facet', family, 'south', [sw, se, high, low])
    facet(drawing, 'facet', family, 'north', [nw, low, high, ne])
    facet(drawing, 'facet', family, 'west', [sw, low, nw])
    facet(drawing, 'facet', family, 'east', [se, ne, high])
  }
  drawing.add('ridge', [low, high])
  for (let inset = COURSE_STEP; inset < half - 0.2; inset += COURSE_STEP) {
    const [w, e, s, n] = [west + inset, east - inset, south + inset, north - inset]
    drawing.add('course', [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ])
  }
}

/** A wing whose ridge runs from its gable on the street into the slope of the main roof. */
export function drawWing(drawing: Drawing, box: Box, family: number, faces: 'north' | 'south', reach: number): void {
  const { west, east, south, north } = box
  const x = (west + east) / 2
  const tip: Xy = faces === 'north' ? [x, south - reach] : [x, north + reach]
  if (faces === 'north') {
    facet(drawing, 'wing', family, 'west', [[west, south], tip, [x, north], [west, north]])
    facet(drawing, 'wing', family, 'east', [[east, south], [east, north], [x, north], tip])
    drawing.add('ridge', [tip, [x, north]])
  } else {
    facet(drawing, 'wing', family, 'west', [[west, south], [x, south], tip, [west, north]])
    facet(drawing, 'wing', family, 'east', [[east, south], [east, north], tip, [x, south]])
    drawing.add('ridge', [tip, [x, south]])
  }
  courses(drawing, box, 'y')
}

export function drawChimney(drawing: Drawing, house: Box, random: Random): void {
  const x = between(random, house.west + 1.4, house.east - 2)
  const y = between(random, house.south + 3, house.north - 3)
  drawing.add('chimney', boxCorners({ west: x + 0.35, east: x + 1.25, south: y - 0.5, north: y + 0.4 }), {
    k: 'shadow',
  })
  drawing.add('chimney', boxCorners({ west: x, east: x + 0.75, south: y, north: y + 0.75 }), { k: 'brick' })
}

/** Families by how often they are seen: greys and browns more than clay, which draws the eye. */
const FREQUENT = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 5, 6, 6, 7]

export function pickFamily(random: Random): number {
  return FREQUENT[below(random, FREQUENT.length)]!
}

function facet(
  drawing: Drawing,
  layer: 'facet' | 'wing',
  family: number,
  looks: keyof typeof SHADE,
  corners: Xy[],
): void {
  drawing.add(layer, corners, { c: family * 4 + SHADE[looks] })
}

/** Lines of shingles, parallel to the ridge. */
function courses(drawing: Drawing, { west, east, south, north }: Box, along: RidgeAlong): void {
  const span = along === 'y' ? east - west : north - south
  const count = Math.max(2, Math.round(span / COURSE_STEP / 2) * 2)
  for (let index = 1; index < count; index++) {
    if (index * 2 === count) continue
    const at = (span * index) / count
    drawing.add(
      'course',
      along === 'y'
        ? [
            [west + at, south],
            [west + at, north],
          ]
        : [
            [west, south + at],
            [east, south + at],
          ],
    )
  }
}
