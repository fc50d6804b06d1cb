import { readImageData, createImageCanvas } from './canvas.ts'
import { CAR_PIXELS } from './imageNames.ts'

/** White, silver, gray, black, red, and blue. */
export const carColors = ['#eceae5', '#a9adb0', '#6d7073', '#2c2e31', '#8c332c', '#3c5878']

const CAR_LENGTH = CAR_PIXELS * 2
const CAR_WIDTH = CAR_LENGTH * 0.41
const MARGIN = 20

/** A car from above, facing up, with its shadow. */
export function drawCar(kind: number): ImageData {
  const context = createImageCanvas(CAR_WIDTH + MARGIN * 2, CAR_LENGTH + MARGIN * 2)
  const [x, y] = [MARGIN, MARGIN]
  context.save()
  context.shadowColor = 'rgba(12, 14, 12, 0.6)'
  context.shadowBlur = 5
  context.shadowOffsetX = 7
  context.shadowOffsetY = 7
  fillBody(context, x, y, carColors[kind]!)
  context.restore()
  const shading = context.createLinearGradient(x, 0, x + CAR_WIDTH, 0)
  shading.addColorStop(0, 'rgba(255, 255, 255, 0.22)')
  shading.addColorStop(0.5, 'rgba(255, 255, 255, 0.04)')
  shading.addColorStop(1, 'rgba(0, 0, 0, 0.26)')
  fillBody(context, x, y, shading)
  fillWindow(context, x + CAR_WIDTH * 0.14, y + CAR_LENGTH * 0.27, CAR_WIDTH * 0.72, CAR_LENGTH * 0.13, 5)
  fillWindow(context, x + CAR_WIDTH * 0.17, y + CAR_LENGTH * 0.72, CAR_WIDTH * 0.66, CAR_LENGTH * 0.09, 4)
  fillWindow(context, x + CAR_WIDTH * 0.05, y + CAR_LENGTH * 0.4, CAR_WIDTH * 0.07, CAR_LENGTH * 0.3, 3)
  fillWindow(context, x + CAR_WIDTH * 0.88, y + CAR_LENGTH * 0.4, CAR_WIDTH * 0.07, CAR_LENGTH * 0.3, 3)
  return readImageData(context)
}

function fillBody(context: CanvasRenderingContext2D, x: number, y: number, fill: string | CanvasGradient): void {
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(x, y, CAR_WIDTH, CAR_LENGTH, [
    CAR_WIDTH * 0.34,
    CAR_WIDTH * 0.34,
    CAR_WIDTH * 0.22,
    CAR_WIDTH * 0.22,
  ])
  context.fill()
}

function fillWindow(
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
