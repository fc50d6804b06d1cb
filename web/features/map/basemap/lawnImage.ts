import { readImageData, seededRandom, createImageCanvas } from './canvas.ts'

const SIZE = 256

/** A seamless grass texture on a transparent background: soft patches and single blades, dark and light. */
export function drawLawn(): ImageData {
  const random = seededRandom(7)
  const context = createImageCanvas(SIZE, SIZE)
  for (let count = 0; count < 70; count++) {
    const dark = random() < 0.55
    drawPatch(
      context,
      random() * SIZE,
      random() * SIZE,
      14 + random() * 26,
      dark ? '30, 44, 18' : '176, 178, 110',
      0.05 + random() * 0.09,
    )
  }
  for (let count = 0; count < 2600; count++) {
    context.fillStyle =
      random() < 0.5 ? `rgba(24, 36, 14, ${random() * 0.22})` : `rgba(206, 208, 140, ${random() * 0.16})`
    context.fillRect(Math.floor(random() * SIZE), Math.floor(random() * SIZE), 2, 2)
  }
  return readImageData(context)
}

/** Draws a patch, and again beyond each edge that it crosses, so that the texture tiles. */
function drawPatch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  rgb: string,
  alpha: number,
): void {
  for (const dx of [-SIZE, 0, SIZE]) {
    for (const dy of [-SIZE, 0, SIZE]) {
      const gradient = context.createRadialGradient(x + dx, y + dy, 0, x + dx, y + dy, radius)
      gradient.addColorStop(0, `rgba(${rgb}, ${alpha})`)
      gradient.addColorStop(1, `rgba(${rgb}, 0)`)
      context.fillStyle = gradient
      context.fillRect(x + dx - radius, y + dy - radius, radius * 2, radius * 2)
    }
  }
}
