import type { KnockOutcome, PropertyStatus } from '../../gql/graphql.ts'

/** A mark that nobody may knock, the last outcome, or the status without one, determines the shape; 'new_marker' is the NEW marker. */
export type DoorShape = 'new' | 'contacted' | 'do_not_knock' | Exclude<Lowercase<KnockOutcome>, 'talked'>
export type PinShape = DoorShape | 'new_marker'

/** The shape of a property's marker. */
export function doorShape({
  status,
  lastOutcome,
  doNotKnock,
}: {
  status: PropertyStatus
  lastOutcome?: KnockOutcome | null
  doNotKnock?: unknown
}): DoorShape {
  if (doNotKnock) return 'do_not_knock'
  if (lastOutcome === 'TALKED') return 'contacted'
  return (lastOutcome ?? status).toLowerCase() as DoorShape
}

/** The strong color, and for the team's paler markers the tint and the color of text and edge. */
export const PIN_COLORS: Record<PinShape, { fill: string; tint: string; ink: string }> = {
  new: { fill: '#ffffff', tint: '#f4f5f6', ink: '#565b63' },
  contacted: { fill: '#1f5fd0', tint: '#e8f0fe', ink: '#1a57c2' },
  interested: { fill: '#15803d', tint: '#e4f5ea', ink: '#12743a' },
  not_interested: { fill: '#c41e42', tint: '#fdebef', ink: '#b8163a' },
  nobody_home: { fill: '#56636f', tint: '#ecf0f3', ink: '#46525f' },
  come_back: { fill: '#8a49ba', tint: '#f5ebfb', ink: '#7a3aa8' },
  left_flyer: { fill: '#107c76', tint: '#e0f4f2', ink: '#0b6b66' },
  not_the_owner: { fill: '#b9520a', tint: '#fdeee1', ink: '#9a4300' },
  no_soliciting: { fill: '#565b63', tint: '#eef0f2', ink: '#565b63' },
  do_not_knock: { fill: '#ffffff', tint: '#fdebef', ink: '#a3112f' },
  new_marker: { fill: '#ffab2e', tint: '#ffab2e', ink: '#241703' },
}

/** The color of glyph and number on a marker. */
export function pinTextColor(shape: PinShape, isTeams: boolean): string {
  if (isTeams || shape === 'do_not_knock') return PIN_COLORS[shape].ink
  return shape === 'new' ? INK : '#ffffff'
}

export const AMBER = '#ffab2e'
const INK = '#1c1b18'

/** Heights in pixels at scale 1. */
export const BODY_HEIGHT = 24
export const TAIL_HEIGHT = 7
/** Padding before the glyph and after the number. */
export const PADDING = 9

/** Shapes that are not listed have round ends. */
const CORNER_RADII: Partial<Record<PinShape, number>> = {
  contacted: 5,
  interested: 3.5,
  nobody_home: 1.5,
  do_not_knock: 1.5,
  not_the_owner: 8,
}

/** The outline of the body and its tail, clockwise from the upper left. The shape shows the status without color. */
export function outlinePath(shape: PinShape, width: number): Path2D {
  const path = new Path2D()
  const middle = width / 2
  const addTail = () => {
    path.lineTo(middle + 6.5, BODY_HEIGHT)
    path.lineTo(middle + 0.9, BODY_HEIGHT + TAIL_HEIGHT - 0.4)
    path.quadraticCurveTo(middle, BODY_HEIGHT + TAIL_HEIGHT + 0.3, middle - 0.9, BODY_HEIGHT + TAIL_HEIGHT - 0.4)
    path.lineTo(middle - 6.5, BODY_HEIGHT)
  }
  if (shape === 'left_flyer') {
    const cut = 7
    path.moveTo(0, 4)
    path.arcTo(0, 0, 4, 0, 4)
    path.lineTo(width - cut, 0)
    path.lineTo(width, cut)
    path.arcTo(width, BODY_HEIGHT, width - 4, BODY_HEIGHT, 4)
    addTail()
    path.arcTo(0, BODY_HEIGHT, 0, BODY_HEIGHT - 4, 4)
    path.closePath()
    return path
  }
  if (shape === 'not_interested' || shape === 'no_soliciting') {
    const cut = shape === 'no_soliciting' ? 10.5 : 7.5
    path.moveTo(cut, 0)
    path.lineTo(width - cut, 0)
    path.lineTo(width, cut)
    path.lineTo(width, BODY_HEIGHT - cut)
    path.lineTo(width - cut, BODY_HEIGHT)
    addTail()
    path.lineTo(cut, BODY_HEIGHT)
    path.lineTo(0, BODY_HEIGHT - cut)
    path.lineTo(0, cut)
    path.closePath()
    return path
  }
  const radius = CORNER_RADII[shape] ?? BODY_HEIGHT / 2
  if (shape === 'interested') {
    path.moveTo(0, 3.2)
    path.quadraticCurveTo(0, 1.2, 2, 0.6)
    path.lineTo(middle - 2, -5.6)
    path.quadraticCurveTo(middle, -6.2, middle + 2, -5.6)
    path.lineTo(width - 2, 0.6)
    path.quadraticCurveTo(width, 1.2, width, 3.2)
  } else {
    path.moveTo(0, radius)
    path.arcTo(0, 0, radius, 0, radius)
    path.arcTo(width, 0, width, radius, radius)
  }
  path.arcTo(width, BODY_HEIGHT, width - radius, BODY_HEIGHT, radius)
  addTail()
  path.arcTo(0, BODY_HEIGHT, 0, BODY_HEIGHT - radius, radius)
  path.closePath()
  return path
}

/** The amber disc with a double chevron that marks high priority. */
export function drawPriorityBadge(canvas: CanvasRenderingContext2D, width: number): void {
  canvas.save()
  canvas.translate(width - 2, 0)
  canvas.beginPath()
  canvas.arc(0, 0, 6.4, 0, Math.PI * 2)
  canvas.fillStyle = AMBER
  canvas.fill()
  canvas.lineWidth = 1.4
  canvas.strokeStyle = INK
  canvas.stroke()
  canvas.lineWidth = 1.5
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  for (const y of [-0.2, 2.8]) {
    canvas.beginPath()
    canvas.moveTo(-2.6, y)
    canvas.lineTo(0, y - 2.5)
    canvas.lineTo(2.6, y)
    canvas.stroke()
  }
  canvas.restore()
}
