import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'
import { createImageCanvas, fillDisc, readImageData } from './basemap/canvas.ts'
import { drawPinGlyph } from './markerGlyphs.ts'
import {
  BODY_HEIGHT,
  type DoorShape,
  doorShape,
  drawPriorityBadge,
  outlinePath,
  PADDING,
  PIN_COLORS,
  pinTextColor,
  type PinShape,
  TAIL_HEIGHT,
} from './markerShapes.ts'

/** An image for the map's sprite, with its stretchable areas and its text box. */
export interface MarkerImage {
  data: ImageData
  options: {
    pixelRatio: number
    stretchX?: [number, number][]
    stretchY?: [number, number][]
    content?: [number, number, number, number]
  }
}

const NEW_EDGE_COLOR = '#33373d'
const SELECTED_RIM_COLOR = '#ff9f1c'
const NEW_MARKER_EDGE_COLOR = '#241703'

/** Sizes relative to the user's own markers. */
export const TEAM_SCALE = 0.86
export const SELECTED_SCALE = 1.28
export const NEW_MARKER_SCALE = 1.12
export const TEXT_SIZE = 12.5
/** Width of the status glyph and the gap after it. The label is offset from the center by half of this. */
export const GLYPH_WIDTH = 15

/** Sharp on phones; the few images that a view needs stay below a megabyte. */
const PIXEL_RATIO = 3
/** Margin for rim, priority badge and shadow. Equal on all sides, so that the tail stays centered. */
const MARGIN = 12
/** Half the width of the tail, which must not be stretched. */
const HALF_TAIL_WIDTH = 7.5
const CHARACTER_WIDTH = 7.6
/** Line height relative to the text size. */
const LINE_HEIGHT = 1.2

/** How a pin is drawn: larger with a rim, paler and smaller for a colleague's property, or normal. */
export type PinStyle = 'selected' | 'team' | 'own'
const STYLE_SCALES: Record<PinStyle, number> = { selected: SELECTED_SCALE, team: TEAM_SCALE, own: 1 }

/** The image name of a property's pin. It encodes shape, label length, priority, and style. */
export function pinImageName(pin: { shape: DoorShape; label: string; high: boolean; style: PinStyle }): string {
  const characters = Math.min(Math.max(pin.label.length, 1), 7)
  return ['pin', pin.shape, characters, pin.high ? 'high' : 'normal', pin.style].join(':')
}

export const NEW_MARKER_IMAGE = 'new_marker:3'

export function clusterImageName(size: number, busy: boolean): string {
  return `cluster:${size}:${busy ? 'busy' : 'calm'}`
}

/** The part of a map that accepts images; both libraries have it. */
export interface ImageTarget {
  hasImage: (name: string) => boolean
  addImage: (name: string, image: MarkerImage['data'], options: MarkerImage['options']) => unknown
}

/** Adds the marker image that the map is missing. Names that are not marker images are ignored. */
export function addMarkerImage(map: ImageTarget, name: string): void {
  if (!/^(pin|new_marker|cluster):/.test(name) || map.hasImage(name)) return
  const { data, options } = drawMarkerImage(name)
  map.addImage(name, data, options)
}

/** Draws the image for a name made by `pinImageName`, `NEW_MARKER_IMAGE`, or `clusterImageName`. */
function drawMarkerImage(name: string): MarkerImage {
  const [kind, first = '', second = '', third, fourth] = name.split(':')
  if (kind === 'cluster') return drawClusterImage(Number(first), second === 'busy')
  if (kind === 'new_marker')
    return drawPinImage('new_marker', Number(first), { high: false, style: 'own', scale: NEW_MARKER_SCALE })
  const style = fourth as PinStyle
  const look = { high: third === 'high', style, scale: STYLE_SCALES[style] }
  return drawPinImage(first as DoorShape, Number(second), look)
}

interface PinLook {
  high: boolean
  style: PinStyle
  scale: number
}

/**
 * Draws a pin for a label of the given length; the map stretches it to the label's exact width. One image stretched for
 * all lengths would move the gable and the tail off center.
 */
function drawPinImage(shape: PinShape, characters: number, look: PinLook): MarkerImage {
  const { scale } = look
  const leadingWidth = shape === 'new_marker' ? 4 : GLYPH_WIDTH
  const trailingWidth = shape === 'new_marker' ? PADDING + leadingWidth : PADDING
  const width = PADDING + leadingWidth + Math.max(characters * CHARACTER_WIDTH, 10) + trailingWidth
  const canvas = createCanvas((width + 2 * MARGIN) * scale, (BODY_HEIGHT + TAIL_HEIGHT + 2 * MARGIN) * scale)
  canvas.scale(scale, scale)
  canvas.translate(MARGIN, MARGIN)
  paintPin(canvas, shape, width, look)

  const px = (value: number) => Math.round(value * scale * PIXEL_RATIO)
  const middle = MARGIN + width / 2
  const contentTop = MARGIN + (BODY_HEIGHT - LINE_HEIGHT * TEXT_SIZE) / 2
  const stretchX: [number, number][] = [
    [px(MARGIN + PADDING + (shape === 'new_marker' ? 2 : 12)), px(middle - HALF_TAIL_WIDTH)],
    [px(middle + HALF_TAIL_WIDTH), px(MARGIN + width - PADDING)],
  ]
  return {
    data: readImageData(canvas),
    options: {
      pixelRatio: PIXEL_RATIO,
      stretchX: stretchX.filter(([from, to]) => to > from),
      stretchY: [[px(MARGIN + BODY_HEIGHT / 2 - 2), px(MARGIN + BODY_HEIGHT / 2 + 2)]],
      content: [
        px(MARGIN + PADDING + leadingWidth),
        px(contentTop),
        px(MARGIN + width - trailingWidth),
        px(contentTop + LINE_HEIGHT * TEXT_SIZE),
      ],
    },
  }
}

/**
 * Paints a pin with its tail, starting at the upper-left corner of its body. Shadow sizes ignore the canvas transform,
 * so they are multiplied by the scale.
 */
function paintPin(canvas: CanvasRenderingContext2D, shape: PinShape, width: number, look: PinLook): void {
  const { scale, style } = look
  const { fill, tint } = PIN_COLORS[shape]
  canvas.lineJoin = 'round'
  const path = outlinePath(shape, width)

  // Only the outermost shape casts a shadow; otherwise every inner edge would cast one too.
  canvas.save()
  canvas.shadowColor = 'rgb(0 0 0 / 0.42)'
  canvas.shadowBlur = 4 * scale * PIXEL_RATIO
  canvas.shadowOffsetY = 1.5 * scale * PIXEL_RATIO
  if (style === 'selected') paintEdge(canvas, path, shape === 'new' ? 5.5 : 11, SELECTED_RIM_COLOR)
  else paintEdge(canvas, path, shape === 'new_marker' ? 3.6 : 3.2, edgeColor(shape, style))
  canvas.restore()
  if (style === 'selected' && shape !== 'new') paintEdge(canvas, path, 5.5, '#ffffff')
  canvas.fillStyle = style === 'team' ? tint : fill
  canvas.fill(path)
  if (shape !== 'new_marker') drawPinGlyph(canvas, shape, pinTextColor(shape, style === 'team'))
  // Strikes the number out, at every width to which the map stretches it.
  if (shape === 'do_not_knock') {
    canvas.fillStyle = pinTextColor(shape, false)
    canvas.fillRect(PADDING + GLYPH_WIDTH - 2, BODY_HEIGHT / 2 - 0.8, width - GLYPH_WIDTH - 1.5 * PADDING, 1.6)
  }
  if (look.high) drawPriorityBadge(canvas, width)
}

/** Draws a property's pin with its number onto a thumbnail, with its tip at the given point. */
export function drawPin(
  canvas: CanvasRenderingContext2D,
  property: { streetNumber: string; status: PropertyStatus; lastOutcome?: KnockOutcome | null; priority: string },
  tip: { x: number; y: number },
): void {
  const shape = doorShape(property)
  const label = property.streetNumber || '–'
  canvas.save()
  canvas.font = `700 ${TEXT_SIZE}px 'Figtree Variable', system-ui, sans-serif`
  const width = PADDING + GLYPH_WIDTH + Math.max(canvas.measureText(label).width, 10) + PADDING
  canvas.translate(tip.x - width / 2, tip.y - BODY_HEIGHT - TAIL_HEIGHT)
  paintPin(canvas, shape, width, { high: property.priority === 'HIGH', style: 'own', scale: 1 })
  canvas.fillStyle = pinTextColor(shape, false)
  canvas.textBaseline = 'middle'
  canvas.fillText(label, PADDING + GLYPH_WIDTH, BODY_HEIGHT / 2 + 0.5)
  canvas.restore()
}

function edgeColor(shape: PinShape, style: PinStyle): string {
  if (style === 'team' || shape === 'do_not_knock') return PIN_COLORS[shape].ink
  return shape === 'new' ? NEW_EDGE_COLOR : shape === 'new_marker' ? NEW_MARKER_EDGE_COLOR : '#ffffff'
}

function paintEdge(canvas: CanvasRenderingContext2D, path: Path2D, width: number, color: string): void {
  canvas.strokeStyle = color
  canvas.fillStyle = color
  canvas.lineWidth = width
  canvas.fill(path)
  canvas.stroke(path)
}

/** The discs of a cluster, the largest first. The second ring of a busy one is outside, so that equal counts look equally large. */
export function clusterDiscs(size: number, busy: boolean): { radius: number; color: string }[] {
  return [
    ...(busy
      ? [
          { radius: size / 2 + 7, color: '#ffffff' },
          { radius: size / 2 + 5, color: 'rgb(207 36 73 / 0.6)' },
        ]
      : []),
    { radius: size / 2, color: '#ffffff' },
    { radius: size / 2 - 2, color: busy ? '#cf2449' : '#2566d8' },
  ]
}

/** Draws a disc with a white ring; a busy cluster has a second ring in its own color. */
function drawClusterImage(size: number, busy: boolean): MarkerImage {
  const box = size + 34
  const canvas = createCanvas(box, box)
  canvas.translate(box / 2, box / 2)
  const [outermost, ...discs] = clusterDiscs(size, busy)
  canvas.save()
  canvas.shadowColor = 'rgb(0 0 0 / 0.35)'
  canvas.shadowBlur = 5 * PIXEL_RATIO
  canvas.shadowOffsetY = 1.5 * PIXEL_RATIO
  fillDisc(canvas, 0, 0, outermost!.radius, outermost!.color)
  canvas.restore()
  for (const { radius, color } of discs) fillDisc(canvas, 0, 0, radius, color)
  return { data: readImageData(canvas), options: { pixelRatio: PIXEL_RATIO } }
}

function createCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = createImageCanvas(Math.ceil(width * PIXEL_RATIO), Math.ceil(height * PIXEL_RATIO))
  canvas.scale(PIXEL_RATIO, PIXEL_RATIO)
  return canvas
}
