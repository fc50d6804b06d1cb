import { type Drawing, boxCorners } from './drawing.ts'
import type { Xy } from './ground.ts'
import { OUTSKIRTS_WIDTH as MARGIN } from './outskirts.ts'
import { AVENUES, STREETS } from './plan.ts'

/** The number of elevation bands, low to high, and of light bands, shaded to lit. */
export const HEIGHT_BANDS = 20
export const LIGHT_BANDS = 15
const CELL_SIZE = 36
/** A shape that starts at a tile's far edge must end within the next tile, because renderers limit coordinates. */
const MAX_RUN_LENGTH = 216

const area = {
  west: AVENUES[0]!.at - MARGIN,
  east: AVENUES.at(-1)!.at + MARGIN,
  south: STREETS.at(-1)!.at - MARGIN,
  north: STREETS[0]!.at + MARGIN,
}

/** Elevation between 0 and 1: a valley in the west, hills in the southeast. */
export function heightAt([x, y]: Xy): number {
  const slope = 0.5 + x / 4200 - y / 9000
  const hills = 0.16 * Math.sin(x / 260 + y / 410) + 0.12 * Math.cos(y / 230 - x / 700) + 0.07 * Math.sin((x - y) / 130)
  return Math.min(0.999, Math.max(0, slope + hills * 0.75))
}

/** Hillshade with light from the northwest, between 0 and 1. */
function lightAt([x, y]: Xy): number {
  const east = heightAt([x + 12, y]) - heightAt([x - 12, y])
  const north = heightAt([x, y + 12]) - heightAt([x, y - 12])
  return Math.min(0.999, Math.max(0, 0.5 + (east - north) * 9))
}

/** Draws elevation bands, light bands and contour lines for the terrain map type. */
export function drawTerrain(drawing: Drawing): void {
  drawBands(drawing, 'band', heightAt, HEIGHT_BANDS)
  drawBands(drawing, 'hill', lightAt, LIGHT_BANDS)
}

/** Divides a grid of cells into bands along the levels of `field`. Adjacent cells within one band become one shape. */
function drawBands(drawing: Drawing, layer: 'band' | 'hill', field: (spot: Xy) => number, bands: number): void {
  for (let south = area.south; south < area.north; south += CELL_SIZE) {
    let run: { band: number; west: number; east: number } | null = null
    const finish = (): void => {
      // Each cell contributes a corner, because one long straight edge would leave a gap to the bent edges next to it.
      if (run) drawing.add(layer, boxCorners({ ...run, south, north: south + CELL_SIZE }, CELL_SIZE), { b: run.band })
      run = null
    }
    for (let west = area.west; west < area.east; west += CELL_SIZE) {
      const corners = boxCorners({ west, east: west + CELL_SIZE, south, north: south + CELL_SIZE })
      const levels = corners.map((corner) => field(corner) * bands)
      const low = Math.floor(Math.min(...levels))
      const high = Math.floor(Math.max(...levels))
      const open = run as { band: number; west: number; east: number } | null
      if (low === high) {
        if (open?.band === low && open.east - open.west < MAX_RUN_LENGTH - CELL_SIZE) open.east = west + CELL_SIZE
        else {
          finish()
          run = { band: low, west, east: west + CELL_SIZE }
        }
        continue
      }
      finish()
      for (let band = low; band <= high; band++) {
        const lower = clipAtLevel(corners, levels, band)
        const piece = clipAtLevel(
          lower.corners,
          lower.levels.map((level) => -level),
          -(band + 1),
        )
        if (piece.corners.length > 2) drawing.add(layer, piece.corners, { b: band })
        if (layer === 'band' && band > low) drawContour(drawing, lower, band)
      }
    }
    finish()
  }
}

/** Draws the side of a clipped cell that lies on the level. */
function drawContour(drawing: Drawing, lower: { corners: Xy[]; levels: number[] }, band: number): void {
  const line = lower.corners.filter((_, index) => Math.abs(lower.levels[index]! - band) < 1e-9)
  if (line.length === 2) drawing.add('contour', line, { i: band % 5 === 0 ? 1 : 0 })
}

/** The part of a ring where the level is at least `minLevel`, interpolated linearly along its edges. */
function clipAtLevel(corners: Xy[], levels: number[], minLevel: number): { corners: Xy[]; levels: number[] } {
  const clipped: { corners: Xy[]; levels: number[] } = { corners: [], levels: [] }
  for (let index = 0; index < corners.length; index++) {
    const next = (index + 1) % corners.length
    const [a, b] = [levels[index]!, levels[next]!]
    if (a >= minLevel) {
      clipped.corners.push(corners[index]!)
      clipped.levels.push(a)
    }
    if (a < minLevel !== b < minLevel && a !== minLevel && b !== minLevel) {
      const part = (minLevel - a) / (b - a)
      const [from, to] = [corners[index]!, corners[next]!]
      clipped.corners.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
      clipped.levels.push(minLevel)
    }
  }
  return clipped
}
