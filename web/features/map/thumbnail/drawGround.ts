import { imagery, roofs } from '../basemap/palettes.ts'
import { TREE_KINDS, TREE_PIXELS } from '../basemap/imageNames.ts'
import { drawTree, drawTreeShadow } from '../basemap/treeImage.ts'
import type { Tile } from './tiles.ts'

/** What is drawn, upwards from the ground, of the layers that the map draws too. */
interface GroundLayer {
  layer: string
  /** The colour by the numbers and kinds that the tile carries. */
  color: (properties: Record<string, unknown>) => string | undefined
  /** Metres; a line where it is given, else a filled shape. */
  width?: number
}

const at = (property: string, colors: readonly string[]) => (properties: Record<string, unknown>) =>
  colors[Number(properties[property])]
const of = (colors: Readonly<Record<string, string>>) => (properties: Record<string, unknown>) =>
  colors[String(properties['k'])]
const always = (color: string) => () => color

const LAYERS: readonly GroundLayer[] = [
  { layer: 'field', color: at('g', imagery.fields) },
  { layer: 'road', color: always(imagery.asphalt) },
  { layer: 'lane', color: always(imagery.lane), width: 4.6 },
  { layer: 'dash', color: always(imagery.dash), width: 0.24 },
  { layer: 'block', color: always(imagery.kerb) },
  { layer: 'verge', color: always(imagery.verge) },
  { layer: 'walk', color: always(imagery.walk) },
  { layer: 'inner', color: ({ p }) => (p === 1 ? imagery.park : imagery.lots[0]) },
  { layer: 'lot', color: at('g', imagery.lots) },
  { layer: 'yard', color: at('g', imagery.yards) },
  { layer: 'alley', color: always(imagery.alley) },
  { layer: 'trail', color: always(imagery.trail), width: 2.1 },
  { layer: 'water', color: of(imagery.water) },
  { layer: 'lot', color: always('rgba(255, 255, 255, 0.24)'), width: 0.25 },
  { layer: 'outline', color: always('rgba(255, 255, 255, 0.42)'), width: 0.3 },
  { layer: 'paved', color: of(imagery.paved) },
  { layer: 'garden', color: of(imagery.garden) },
  { layer: 'shadow', color: always(imagery.shadow) },
  { layer: 'building', color: at('f', roofs.flat) },
  { layer: 'facet', color: at('c', roofs.facets) },
  { layer: 'wing', color: at('c', roofs.facets) },
]

/** A window onto the ground: where its upper left corner lies and how large a tile is drawn. */
export interface GroundWindow {
  left: number
  top: number
  tilePixels: number
  metrePixels: number
  width: number
  height: number
}

/** Draws the ground as the map shows it from above: lots, streets, roofs with their shadows, trees. */
export function drawGround(canvas: CanvasRenderingContext2D, tiles: readonly Tile[], window: GroundWindow): void {
  canvas.fillStyle = imagery.ground
  canvas.fillRect(0, 0, window.width, window.height)
  canvas.lineJoin = 'round'
  for (const layer of LAYERS) for (const tile of tiles) drawLayer(canvas, tile, layer, window)
  for (const tile of tiles) drawTrees(canvas, tile, window)
}

function drawLayer(canvas: CanvasRenderingContext2D, tile: Tile, ground: GroundLayer, window: GroundWindow): void {
  const layer = tile.layers[ground.layer]
  for (let index = 0; index < (layer?.length ?? 0); index += 1) {
    const feature = layer!.feature(index)
    const color = ground.color(feature.properties)
    if (!color) continue
    canvas.beginPath()
    let drawn = false
    for (const ring of feature.loadGeometry()) {
      const path = ring.map((point) => placed(point, tile, layer!.extent, window))
      if (!touches(path, window)) continue
      drawn = true
      path.forEach(({ x, y }, step) => (step === 0 ? canvas.moveTo(x, y) : canvas.lineTo(x, y)))
    }
    if (!drawn) continue
    if (ground.width === undefined) {
      canvas.fillStyle = color
      canvas.fill()
    } else {
      canvas.strokeStyle = color
      canvas.lineWidth = Math.max(0.5, ground.width * window.metrePixels)
      canvas.stroke()
    }
  }
}

/** Half of a tree's picture lies around its crown. */
const PICTURE = 4
const CROWN = 2

function drawTrees(canvas: CanvasRenderingContext2D, tile: Tile, window: GroundWindow): void {
  const layer = tile.layers['tree']
  const standing: { x: number; y: number; size: number; kind: number }[] = []
  for (let index = 0; index < (layer?.length ?? 0); index += 1) {
    const feature = layer!.feature(index)
    const size = Number(feature.properties['d']) * window.metrePixels * (PICTURE / CROWN)
    const kind = Number(feature.properties['k']) % TREE_KINDS
    for (const ring of feature.loadGeometry())
      for (const point of ring) {
        const { x, y } = placed(point, tile, layer!.extent, window)
        if (x > -size && y > -size && x < window.width + size && y < window.height + size)
          standing.push({ x, y, size, kind })
      }
  }
  const pictures = treePictures()
  for (const { x, y, size } of standing) canvas.drawImage(pictures.shadow, x - size / 2, y - size / 2, size, size)
  for (const { x, y, size, kind } of standing)
    canvas.drawImage(pictures.crowns[kind]!, x - size / 2, y - size / 2, size, size)
}

let pictures: { crowns: HTMLCanvasElement[]; shadow: HTMLCanvasElement } | undefined

/** Drawn once for all thumbnails. */
function treePictures() {
  pictures ??= {
    crowns: Array.from({ length: TREE_KINDS }, (_, kind) => pictureOf(drawTree(kind))),
    shadow: pictureOf(drawTreeShadow()),
  }
  return pictures
}

function pictureOf(data: ImageData): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE * TREE_PIXELS
  canvas.height = PICTURE * TREE_PIXELS
  canvas.getContext('2d')?.putImageData(data, 0, 0)
  return canvas
}

interface Spot {
  x: number
  y: number
}

function placed({ x, y }: Spot, tile: Tile, extent: number, { left, top, tilePixels }: GroundWindow): Spot {
  return { x: (tile.column + x / extent - left) * tilePixels, y: (tile.row + y / extent - top) * tilePixels }
}

function touches(path: readonly Spot[], { width, height }: GroundWindow): boolean {
  const [least, most] = [
    { x: Infinity, y: Infinity },
    { x: -Infinity, y: -Infinity },
  ]
  for (const { x, y } of path) {
    least.x = Math.min(least.x, x)
    least.y = Math.min(least.y, y)
    most.x = Math.max(most.x, x)
    most.y = Math.max(most.y, y)
  }
  return most.x >= 0 && most.y >= 0 && least.x <= width && least.y <= height
}
