import { finishPicture, repeatable, startPicture } from './canvas.ts'

const SIDE = 256

/** Uneven grass that repeats without a seam: soft patches and single blades, dark and light, on nothing. */
export function drawLawn(): ImageData {
  const random = repeatable(7)
  const context = startPicture(SIDE, SIDE)
  for (let count = 0; count < 70; count++) {
    const dark = random() < 0.55
    patch(
      context,
      random() * SIDE,
      random() * SIDE,
      14 + random() * 26,
      dark ? '30, 44, 18' : '176, 178, 110',
      0.05 + random() * 0.09,
    )
  }
  for (let count = 0; count < 2600; count++) {
    context.fillStyle =
      random() < 0.5 ? `rgba(24, 36, 14, ${random() * 0.22})` : `rgba(206, 208, 140, ${random() * 0.16})`
    context.fillRect(Math.floor(random() * SIDE), Math.floor(random() * SIDE), 2, 2)
  }
  return finishPicture(context)
}

/** Drawn again beyond each edge that it crosses. */
function patch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  rgb: string,
  alpha: number,
): void {
  for (const dx of [-SIDE, 0, SIDE]) {
    for (const dy of [-SIDE, 0, SIDE]) {
      const soft = context.createRadialGradient(x + dx, y + dy, 0, x + dx, y + dy, radius)
      soft.addColorStop(0, `rgba(${rgb}, ${alpha})`)
      soft.addColorStop(1, `rgba(${rgb}, 0)`)
      context.fillStyle = soft
      context.fillRect(x + dx - radius, y + dy - radius, radius * 2, radius * 2)
    }
  }
}
