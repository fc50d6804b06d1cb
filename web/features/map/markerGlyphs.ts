import { BODY_HEIGHT, type DoorShape, PADDING } from './markerShapes.ts'

const CIRCLE = 'M4.4 0A4.4 4.4 0 1 1-4.4 0A4.4 4.4 0 1 1 4.4 0'
const STAR = 'M0-5.4L1.5-1.7 5.4-1.5 2.4 1.1 3.4 4.9 0 2.8-3.4 4.9-2.4 1.1-5.4-1.5-1.5-1.7Z'

/** The glyph of each shape within 5 pixels around the origin, as SVG path data of its lines and of its filled part. */
export const GLYPHS: Record<DoorShape, { lines?: string; lineWidth?: number; filled?: string }> = {
  new: { lines: CIRCLE, lineWidth: 2.1 },
  contacted: { lines: CIRCLE, lineWidth: 1.7, filled: 'M0-2.5A2.5 2.5 0 0 1 0 2.5Z' },
  interested: { filled: STAR },
  not_interested: { lines: 'M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2', lineWidth: 2.1 },
  nobody_home: { lines: 'M-3.4 4.8V-3.6a1.2 1.2 0 0 1 1.2-1.2h4.4a1.2 1.2 0 0 1 1.2 1.2V4.8M-5.2 4.8H5.2M1.2 .2V.8' },
  come_back: { lines: 'M5 0A5 5 0 1 1-5 0A5 5 0 1 1 5 0M0-2.7V.2L2 1.5' },
  left_flyer: { lines: 'M-3.8-5H1.2L3.8-2.4V5H-3.8ZM-1.7-.2H1.7M-1.7 2.4H1.7' },
  not_the_owner: {
    lines:
      'M1-2.6A2.3 2.3 0 1 1-3.6-2.6A2.3 2.3 0 1 1 1-2.6M-5.4 5C-5.4 1.2 2.8 1.2 2.8 5M2.6-1.2L5.4 1.6M5.4-1.2L2.6 1.6',
  },
  do_not_knock: { lines: `${CIRCLE}M-3.1-3.1L3.1 3.1`, lineWidth: 1.8 },
  no_soliciting: {
    lines:
      'M-2.2 .6V-3.2M-2.2-3.2a.9 .9 0 0 1 1.8 0V-.4M-.4-3.6V-4.3a.9 .9 0 0 1 1.8 0V-.4M1.4-3.6a.9 .9 0 0 1 1.8 0V.4M3.2-2.2a.9 .9 0 0 1 1.8 0V1.2C5 4-.8 6.4-2.8 3.6L-4.7 .9a.9 .9 0 0 1 1.4-1.1L-2.2 .9',
    lineWidth: 1.2,
  },
}
export const GLYPH_LINE_WIDTH = 1.5

/** Draws the glyph before the number of a pin. */
export function drawPinGlyph(canvas: CanvasRenderingContext2D, shape: DoorShape, color: string): void {
  const { lines, lineWidth = GLYPH_LINE_WIDTH, filled } = GLYPHS[shape]
  canvas.save()
  canvas.translate(PADDING + 5.5, BODY_HEIGHT / 2)
  canvas.strokeStyle = color
  canvas.fillStyle = color
  canvas.lineWidth = lineWidth
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  if (lines) canvas.stroke(new Path2D(lines))
  if (filled) canvas.fill(new Path2D(filled))
  canvas.restore()
}
