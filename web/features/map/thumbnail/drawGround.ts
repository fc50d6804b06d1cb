import { imagery, roofs } from '../basemap/palettes.ts'
import { TREE_KINDS, TREE_PIXELS } from '../basemap/imageNames.ts'
import { drawTree, drawTreeShadow } from '../basemap/treeImage.ts'
import type { Tile } from './tiles.ts'

/** A tile layer to draw, in drawing order. */
interface GroundLayer {
  layer: string
  /** Derives the color from the feature's properties. */
  color: (properties: Record<string, unknown>) => string | undefined
  /** Line width in meters; undefined for a filled shape. */
  width?: number
}

const colorByIndex = (property: string, colors: readonly string[]) => (properties: Record<string, unknown>) =>
  colors[Number(properties[property])]
const colorByKind = (colors: Readonly<Record<string, string>>) => (properties: Record<string, unknown>) =>
  colors[String(properties['k'])]
const constantColor = (color: string) => () => color

const LAYERS: readonly GroundLayer[] = [
  { layer: 'field', color: colorByIndex('g', imagery.fields) },
  { layer: 'road', color: constantColor(imagery.asphalt) },
  { layer: 'lane', color: constantColor(imagery.lane), width: 4.6 },
  { layer: 'dash', color: constantColor(imagery.dash), width: 0.24 },
  { layer: 'block', color: constantColor(imagery.curb) },
  { layer: 'verge', color: constantColor(imagery.verge) },
  { layer: 'walk', color: constantColor(imagery.walk) },
  { layer: 'inner', color: ({ p }) => (p === 1 ? imagery.park : imagery.lots[0]) },
  { layer: 'lot', color: colorByIndex('g', imagery.lots) },
  { layer: 'yard', color: colorByIndex('g', imagery.yards) },
  { layer: 'alley', color: constantColor(imagery.alley) },
  { layer: 'trail', color: constantColor(imagery.trail), width: 2.1 },
  { layer: 'water', color: colorByKind(imagery.water) },
  { layer: 'lot', color: constantColor('rgba(255, 255, 255, 0.24)'), width: 0.25 },
  { layer: 'outline', color: constantColor('rgba(255, 255, 255, 0.42)'), width: 0.3 },
  { layer: 'paved', color: colorByKind(imagery.paved) },
  { layer: 'garden', color: colorByKind(imagery.garden) },
  { layer: 'shadow', color: constantColor(imagery.shadow) },
  { layer: 'building', color: colorByIndex('f', roofs.flat) },
  { layer: 'facet', color: colorByIndex('c', roofs.facets) },
  { layer: 'wing', color: colorByIndex('c', roofs.facets) },
]

/** The visible part of the ground: its upper-left corner in tile coordinates, and its scale. */
export interface GroundViewport {
  left: number
  top: number
  pixelsPerTile: number
  pixelsPerMeter: number
  width: number
  height: number
}

/** Draws the ground like the satellite map: lots, streets, roofs with their shadows, and trees; darker in the dark theme. */
export function drawGround(
  canvas: CanvasRenderingContext2D,
  tiles: readonly Tile[],
  viewport: GroundViewport,
  theme: 'light' | 'dark',
): void {
  canvas.fillStyle = imagery.ground
  canvas.fillRect(0, 0, viewport.width, viewport.height)
  canvas.lineJoin = 'round'
  for (const layer of LAYERS) for (const tile of tiles) drawLayer(canvas, tile, layer, viewport)
  for (const tile of tiles) drawTrees(canvas, tile, viewport)
  if (theme === 'light') return
  canvas.fillStyle = 'rgba(5, 7, 10, 0.34)'
  canvas.fillRect(0, 0, viewport.width, viewport.height)
}

function drawLayer(canvas: CanvasRenderingContext2D, tile: Tile, ground: GroundLayer, viewport: GroundViewport): void {
  for (const { properties, rings } of featuresOf(tile, ground.layer, viewport)) {
    const color = ground.color(properties)
    const visibleRings = color ? rings().filter((ring) => isVisible(ring, viewport)) : []
    if (!color || visibleRings.length === 0) continue
    canvas.beginPath()
    for (const ring of visibleRings)
      ring.forEach(({ x, y }, step) => (step === 0 ? canvas.moveTo(x, y) : canvas.lineTo(x, y)))
    if (ground.width === undefined) {
      canvas.fillStyle = color
      canvas.fill()
    } else {
      canvas.strokeStyle = color
      canvas.lineWidth = Math.max(0.5, ground.width * viewport.pixelsPerMeter)
      canvas.stroke()
    }
  }
}

/** The image of a tree is wider than its crown by this ratio. */
const TREE_IMAGE_SCALE = 4
const CROWN_SCALE = 2

function drawTrees(canvas: CanvasRenderingContext2D, tile: Tile, viewport: GroundViewport): void {
  const trees = featuresOf(tile, 'tree', viewport).flatMap(({ properties, rings }) => {
    const size = Number(properties['d']) * viewport.pixelsPerMeter * (TREE_IMAGE_SCALE / CROWN_SCALE)
    const kind = Number(properties['k']) % TREE_KINDS
    return rings()
      .flat()
      .filter(({ x, y }) => x > -size && y > -size && x < viewport.width + size && y < viewport.height + size)
      .map(({ x, y }) => ({ x, y, size, kind }))
  })
  const treeImages = getTreeImages()
  for (const { x, y, size } of trees) canvas.drawImage(treeImages.shadow, x - size / 2, y - size / 2, size, size)
  for (const { x, y, size, kind } of trees)
    canvas.drawImage(treeImages.crowns[kind]!, x - size / 2, y - size / 2, size, size)
}

let treeImages: { crowns: HTMLCanvasElement[]; shadow: HTMLCanvasElement } | undefined

/** Drawn once and shared by all thumbnails. */
function getTreeImages() {
  treeImages ??= {
    crowns: Array.from({ length: TREE_KINDS }, (_, kind) => toCanvas(drawTree(kind))),
    shadow: toCanvas(drawTreeShadow()),
  }
  return treeImages
}

function toCanvas(data: ImageData): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = TREE_IMAGE_SCALE * TREE_PIXELS
  canvas.height = TREE_IMAGE_SCALE * TREE_PIXELS
  canvas.getContext('2d')?.putImageData(data, 0, 0)
  return canvas
}

interface PixelPoint {
  x: number
  y: number
}

/** The features of a tile layer, with a function that returns their rings in pixels. */
function featuresOf({ layers, column, row }: Tile, name: string, { left, top, pixelsPerTile }: GroundViewport) {
  const layer = layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const feature = layer!.feature(index)
    const toPixel = ({ x, y }: PixelPoint): PixelPoint => ({
      x: (column + x / feature.extent - left) * pixelsPerTile,
      y: (row + y / feature.extent - top) * pixelsPerTile,
    })
    return { properties: feature.properties, rings: () => feature.loadGeometry().map((ring) => ring.map(toPixel)) }
  })
}

function isVisible(ring: readonly PixelPoint[], { width, height }: GroundViewport): boolean {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
  return Math.max(...xs) >= 0 && Math.max(...ys) >= 0 && Math.min(...xs) <= width && Math.min(...ys) <= height
}
