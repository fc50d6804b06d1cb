import { readImageData, createImageCanvas } from './canvas.ts'
import { CAR_PIXELS } from './imageNames.ts'

/** White, silver, gray, black, red, and blue. */
export const carColors = ['#eceae5', '#a9adb0', '#6d7073', '#2c2e31', '#8c332c', '#3c5878']

const CAR_LENGTH = CAR_PIXELS * 2
const CAR_WIDTH = CAR_LENGTH * 0.41
const MARGIN = 20

/** Left, top, width, length and corner radius of the windows; all but the radius are relative to the car. */
const WINDOWS = [
  [0.14, 0.27, 0.72, 0.13, 5],
  [0.17, 0.72, 0.66, 0.09, 4],
  [0.05, 0.4, 0.07, 0.3, 3],
  [0.88, 0.4, 0.07, 0.3, 3],
] as const

/** A car from above, facing up, with its shadow. */
export function drawCar(kind: number): ImageData {
  const context = createImageCanvas(CAR_WIDTH + MARGIN * 2, CAR_LENGTH + MARGIN * 2)
  context.save()
  context.shadowColor = 'rgba(12, 14, 12, 0.6)'
  context.shadowBlur = 5
  context.shadowOffsetX = 7
  context.shadowOffsetY = 7
  fillBody(context, carColors[kind]!)
  context.restore()
  const shading = context.createLinearGradient(MARGIN, 0, MARGIN + CAR_WIDTH, 0)
  shading.addColorStop(0, 'rgba(255, 255, 255, 0.22)')
  shading.addColorStop(0.5, 'rgba(255, 255, 255, 0.04)')
  shading.addColorStop(1, 'rgba(0, 0, 0, 0.26)')
  fillBody(context, shading)
  for (const [left, top, width, length, radius] of WINDOWS) {
    const [x, y] = [MARGIN + CAR_WIDTH * left, MARGIN + CAR_LENGTH * top]
    fillBox(context, 'rgba(30, 36, 44, 0.82)', x, y, CAR_WIDTH * width, CAR_LENGTH * length, radius)
  }
  return readImageData(context)
}

type Fill = string | CanvasGradient
type Box = Parameters<CanvasRenderingContext2D['roundRect']>

function fillBody(context: CanvasRenderingContext2D, fill: Fill): void {
  const [front, rear] = [CAR_WIDTH * 0.34, CAR_WIDTH * 0.22]
  fillBox(context, fill, MARGIN, MARGIN, CAR_WIDTH, CAR_LENGTH, [front, front, rear, rear])
}

function fillBox(context: CanvasRenderingContext2D, fill: Fill, ...box: Box): void {
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(...box)
  context.fill()
}
