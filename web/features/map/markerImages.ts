import { AMBER, BODY, glyph, lamp, outline, PAD, type Shape, type Status, TAIL } from './markerShapes.ts'

/** A picture for the map's sprite: where it may be stretched, and where its text goes. */
export interface MarkerImage {
  data: ImageData
  options: {
    pixelRatio: number
    stretchX?: [number, number][]
    stretchY?: [number, number][]
    content?: [number, number, number, number]
  }
}

const INK_EDGE = '#33373d'
const RIM = '#ff9f1c'
const ON_AMBER = '#241703'
const FILL: Record<Shape, string> = {
  new: '#ffffff',
  contacted: '#1f5fd0',
  interested: '#15803d',
  not_interested: '#c41e42',
  spot: AMBER,
}

/** How much larger the selected marker and the NEW marker stand. */
export const SELECTED_SCALE = 1.28
export const SPOT_SCALE = 1.12
export const TEXT_SIZE = 12.5
/** The sign before the number and the gap after it: what the number stands off the middle by, twice. */
export const GLYPH = 15

/** Sharp on a phone; the few images that a view needs stay below a megabyte. */
const RATIO = 3
/** Room around the body for rim, lamp disc and shadow; the same on both sides, so that the tail stays in the middle. */
const MARGIN = 12
/** Half of what must not be stretched in the middle: the tail. */
const TAIL_HALF = 7.5
const SIGN_WIDTH = 7.6
/** A line of text is this much of its size high. */
const LINE = 1.2

/** The name of the image for a house: its status, how many signs its number has, priority, and whether selected. */
export function pinName(house: { status: string; label: string; high: boolean; selected: boolean }): string {
  const signs = Math.min(Math.max(house.label.length, 1), 7)
  return [
    'pin',
    house.status.toLowerCase(),
    signs,
    house.high ? 'high' : 'normal',
    house.selected ? 'selected' : 'rest',
  ].join(':')
}

export const SPOT_NAME = 'spot:3'

export function clusterName(size: number, busy: boolean): string {
  return `cluster:${size}:${busy ? 'busy' : 'calm'}`
}

/** The part of a map that takes images; the same in both libraries. */
export interface ImageTaker {
  hasImage: (name: string) => boolean
  addImage: (name: string, image: MarkerImage['data'], options: MarkerImage['options']) => unknown
}

/** Gives the map a marker's image when it finds that it has none; other names are not ours. */
export function supplyMarkerImage(map: ImageTaker, name: string): void {
  if (!/^(pin|spot|cluster):/.test(name) || map.hasImage(name)) return
  const { data, options } = drawMarkerImage(name)
  map.addImage(name, data, options)
}

/** Draws the image that `pinName`, `SPOT_NAME` or `clusterName` names. */
function drawMarkerImage(name: string): MarkerImage {
  const [kind, first = '', second = '', third, fourth] = name.split(':')
  if (kind === 'cluster') return cluster(Number(first), second === 'busy')
  if (kind === 'spot') return pin('spot', Number(first), { high: false, selected: false, scale: SPOT_SCALE })
  const selected = fourth === 'selected'
  const scale = selected ? SELECTED_SCALE : 1
  return pin(first as Status, Number(second), { high: third === 'high', selected, scale })
}

interface PinLook {
  high: boolean
  selected: boolean
  scale: number
}

/**
 * A pin drawn for a number of so many signs. It is stretched a little either way to the number's true width;
 * drawing one per length keeps gable and tail in the middle, which stretching one image for all would not.
 */
function pin(shape: Shape, signs: number, look: PinLook): MarkerImage {
  const { scale } = look
  const lead = shape === 'spot' ? 4 : GLYPH
  const trail = shape === 'spot' ? PAD + lead : PAD
  const width = PAD + lead + Math.max(signs * SIGN_WIDTH, 10) + trail
  const { canvas, data } = canvasOf((width + 2 * MARGIN) * scale, (BODY + TAIL + 2 * MARGIN) * scale)
  canvas.scale(scale, scale)
  canvas.translate(MARGIN, MARGIN)
  paintPin(canvas, shape, width, look)

  const px = (value: number) => Math.round(value * scale * RATIO)
  const middle = MARGIN + width / 2
  const contentTop = MARGIN + (BODY - LINE * TEXT_SIZE) / 2
  const stretchX: [number, number][] = [
    [px(MARGIN + PAD + (shape === 'spot' ? 2 : 12)), px(middle - TAIL_HALF)],
    [px(middle + TAIL_HALF), px(MARGIN + width - PAD)],
  ]
  return {
    data: data(),
    options: {
      pixelRatio: RATIO,
      stretchX: stretchX.filter(([from, to]) => to > from),
      stretchY: [[px(MARGIN + BODY / 2 - 2), px(MARGIN + BODY / 2 + 2)]],
      content: [px(MARGIN + PAD + lead), px(contentTop), px(MARGIN + width - trail), px(contentTop + LINE * TEXT_SIZE)],
    },
  }
}

/** A pin with its tail, from the upper left corner of its body; the shadow is blurred in the pixels of the picture. */
function paintPin(canvas: CanvasRenderingContext2D, shape: Shape, width: number, look: PinLook): void {
  const { scale } = look
  canvas.lineJoin = 'round'
  const path = outline(shape, width)

  // The shadow is cast by the outermost shape alone, else every edge inside would be smeared.
  canvas.save()
  canvas.shadowColor = 'rgb(0 0 0 / 0.42)'
  canvas.shadowBlur = 4 * scale * RATIO
  canvas.shadowOffsetY = 1.5 * scale * RATIO
  if (look.selected) paintEdge(canvas, path, shape === 'new' ? 5.5 : 11, RIM)
  else paintEdge(canvas, path, shape === 'spot' ? 3.6 : 3.2, edgeColour(shape))
  canvas.restore()
  if (look.selected && shape !== 'new') paintEdge(canvas, path, 5.5, '#ffffff')
  canvas.fillStyle = FILL[shape]
  canvas.fill(path)
  if (shape !== 'spot') glyph(canvas, shape)
  if (look.high) lamp(canvas, width)
}

/** A house's pin with its number, its tip at a place, onto a picture of the ground. */
export function drawPin(
  canvas: CanvasRenderingContext2D,
  house: { streetNumber: string; status: Uppercase<Status>; priority: string },
  tip: { x: number; y: number },
): void {
  const shape = house.status.toLowerCase() as Status
  const label = house.streetNumber || '–'
  canvas.save()
  canvas.font = `700 ${TEXT_SIZE}px 'Figtree Variable', system-ui, sans-serif`
  const width = PAD + GLYPH + Math.max(canvas.measureText(label).width, 10) + PAD
  canvas.translate(tip.x - width / 2, tip.y - BODY - TAIL)
  paintPin(canvas, shape, width, { high: house.priority === 'HIGH', selected: false, scale: 1 })
  canvas.fillStyle = shape === 'new' ? '#1c1b18' : '#ffffff'
  canvas.textBaseline = 'middle'
  canvas.fillText(label, PAD + GLYPH, BODY / 2 + 0.5)
  canvas.restore()
}

function edgeColour(shape: Shape): string {
  return shape === 'new' ? INK_EDGE : shape === 'spot' ? ON_AMBER : '#ffffff'
}

function paintEdge(canvas: CanvasRenderingContext2D, path: Path2D, width: number, colour: string): void {
  canvas.strokeStyle = colour
  canvas.fillStyle = colour
  canvas.lineWidth = width
  canvas.fill(path)
  canvas.stroke(path)
}

/** A disc with one white ring; a busy one stands in a second ring of its own colour. */
function cluster(size: number, busy: boolean): MarkerImage {
  const colour = busy ? '#cf2449' : '#2566d8'
  const box = size + 20
  const { canvas, data } = canvasOf(box, box)
  canvas.translate(box / 2, box / 2)
  const disc = (radius: number, fill: string) => {
    canvas.beginPath()
    canvas.arc(0, 0, radius, 0, Math.PI * 2)
    canvas.fillStyle = fill
    canvas.fill()
  }
  canvas.save()
  canvas.shadowColor = 'rgb(0 0 0 / 0.35)'
  canvas.shadowBlur = 5 * RATIO
  canvas.shadowOffsetY = 1.5 * RATIO
  disc(size / 2 - (busy ? 4 : 0), '#ffffff')
  canvas.restore()
  if (busy) {
    disc(size / 2 + 1, 'rgb(207 36 73 / 0.5)')
    disc(size / 2 - 4, '#ffffff')
  }
  disc(size / 2 - (busy ? 6 : 2), colour)
  return { data: data(), options: { pixelRatio: RATIO } }
}

function canvasOf(width: number, height: number) {
  const element = document.createElement('canvas')
  element.width = Math.ceil(width * RATIO)
  element.height = Math.ceil(height * RATIO)
  const canvas = element.getContext('2d')
  if (!canvas) throw new Error('This browser draws no canvas')
  canvas.scale(RATIO, RATIO)
  return { canvas, data: () => canvas.getImageData(0, 0, element.width, element.height) }
}
