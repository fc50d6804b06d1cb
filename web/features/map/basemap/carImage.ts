import { finishPicture, startPicture } from './canvas.ts'
import { CAR_PIXELS } from './imageNames.ts'

/** White, silver, grey, black, a red and a blue: what stands at a kerb. */
export const carColors = ['#eceae5', '#a9adb0', '#6d7073', '#2c2e31', '#8c332c', '#3c5878']

const LONG = CAR_PIXELS * 2
const WIDE = LONG * 0.41
const MARGIN = 20

/** A car from above, its front to the top, with its own shadow. */
export function drawCar(kind: number): ImageData {
  const context = startPicture(WIDE + MARGIN * 2, LONG + MARGIN * 2)
  const [x, y] = [MARGIN, MARGIN]
  context.save()
  context.shadowColor = 'rgba(12, 14, 12, 0.6)'
  context.shadowBlur = 5
  context.shadowOffsetX = 7
  context.shadowOffsetY = 7
  body(context, x, y, carColors[kind]!)
  context.restore()
  const across = context.createLinearGradient(x, 0, x + WIDE, 0)
  across.addColorStop(0, 'rgba(255, 255, 255, 0.22)')
  across.addColorStop(0.5, 'rgba(255, 255, 255, 0.04)')
  across.addColorStop(1, 'rgba(0, 0, 0, 0.26)')
  body(context, x, y, across)
  window(context, x + WIDE * 0.14, y + LONG * 0.27, WIDE * 0.72, LONG * 0.13, 5)
  window(context, x + WIDE * 0.17, y + LONG * 0.72, WIDE * 0.66, LONG * 0.09, 4)
  window(context, x + WIDE * 0.05, y + LONG * 0.4, WIDE * 0.07, LONG * 0.3, 3)
  window(context, x + WIDE * 0.88, y + LONG * 0.4, WIDE * 0.07, LONG * 0.3, 3)
  return finishPicture(context)
}

function body(context: CanvasRenderingContext2D, x: number, y: number, fill: string | CanvasGradient): void {
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(x, y, WIDE, LONG, [WIDE * 0.34, WIDE * 0.34, WIDE * 0.22, WIDE * 0.22])
  context.fill()
}

function window(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  context.fillStyle = 'rgba(30, 36, 44, 0.82)'
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}
