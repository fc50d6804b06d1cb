/** The status determines the shape; 'new_marker' is the NEW marker. */
export type StatusShape = 'new' | 'contacted' | 'interested' | 'not_interested'
export type PinShape = StatusShape | 'new_marker'

export const AMBER = '#ffab2e'
const INK = '#1c1b18'

/** Heights in pixels at scale 1. */
export const BODY_HEIGHT = 24
export const TAIL_HEIGHT = 7
/** Padding before the glyph and after the number. */
export const PADDING = 9

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
  if (shape === 'not_interested') {
    const cut = 7.5
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
  const radius = shape === 'new' || shape === 'new_marker' ? BODY_HEIGHT / 2 : shape === 'interested' ? 3.5 : 5
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

/** The status glyph before the number: ring, ring with a half dot, star, or cross. */
export function drawGlyph(canvas: CanvasRenderingContext2D, status: StatusShape): void {
  canvas.save()
  canvas.translate(PADDING + 5.5, BODY_HEIGHT / 2)
  canvas.strokeStyle = status === 'new' ? INK : '#ffffff'
  canvas.fillStyle = canvas.strokeStyle
  canvas.lineWidth = status === 'contacted' ? 1.7 : 2.1
  canvas.lineCap = 'round'
  canvas.beginPath()
  if (status === 'new' || status === 'contacted') {
    canvas.arc(0, 0, 4.4, 0, Math.PI * 2)
    canvas.stroke()
  }
  if (status === 'contacted') {
    canvas.beginPath()
    canvas.arc(0, 0, 2.5, -Math.PI / 2, Math.PI / 2)
    canvas.fill()
  }
  if (status === 'interested') {
    for (let point = 0; point < 10; point += 1) {
      const radius = point % 2 === 0 ? 5.7 : 2.5
      const angle = (Math.PI / 5) * point - Math.PI / 2
      canvas.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius + 0.3)
    }
    canvas.closePath()
    canvas.fill()
  }
  if (status === 'not_interested') {
    canvas.moveTo(-3.2, -3.2)
    canvas.lineTo(3.2, 3.2)
    canvas.moveTo(3.2, -3.2)
    canvas.lineTo(-3.2, 3.2)
    canvas.stroke()
  }
  canvas.restore()
}
