import { fillDisc, readImageData, seededRandom, createImageCanvas } from './canvas.ts'
import { TREE_PIXELS } from './imageNames.ts'

/** Image size: twice the crown's width at twice the pixel density, with room for leaves and shadow. */
const SIZE = TREE_PIXELS * 4
const CROWN_SIZE = TREE_PIXELS

/** Colors of the underside, the leaves, and the sunlit leaves. */
export const treeColors = [
  { deep: '#263f2c', leaf: '#36552f', sun: '#57774a' },
  { deep: '#2d4a2a', leaf: '#41632f', sun: '#6d8f48' },
  { deep: '#3d5427', leaf: '#566f30', sun: '#8a9c4c' },
  { deep: '#22402f', leaf: '#2f5238', sun: '#4e7350' },
  { deep: '#31482c', leaf: '#466238', sun: '#6f8a56' },
  { deep: '#2a4629', leaf: '#3a5b30', sun: '#5f8046' },
]

/** A tree's crown from above: lobes around a dark center, lit from the northwest, with leaves as small dots. */
export function drawTree(kind: number): ImageData {
  const { deep, leaf, sun } = treeColors[kind]!
  const random = seededRandom(kind + 1)
  const context = createImageCanvas(SIZE, SIZE)
  const middle = SIZE / 2
  for (const lobe of lobes(kind)) fillDisc(context, middle + lobe.x, middle + lobe.y, lobe.radius, deep)
  context.globalCompositeOperation = 'source-atop'
  context.globalAlpha = 0.5
  for (const lobe of lobes(kind))
    fillDisc(context, middle + lobe.x * 0.94 - 5, middle + lobe.y * 0.94 - 5, lobe.radius * 0.82, leaf)
  for (let count = 0; count < 110; count++) {
    const angle = random() * 2 * Math.PI
    const distance = Math.sqrt(random()) * CROWN_SIZE * 0.98
    const [x, y] = [Math.cos(angle) * distance, Math.sin(angle) * distance]
    const lit = -(x + y) / (CROWN_SIZE * 1.6) + (random() - 0.5) * 0.9
    context.globalAlpha = 0.16 + random() * 0.26
    fillDisc(context, middle + x, middle + y, 3.5 + random() * 8, lit > 0.12 ? sun : lit < -0.2 ? deep : leaf)
  }
  context.globalAlpha = 1
  drawShading(context, middle)
  return readImageData(context)
}

/** The shadow of a crown, offset to the southeast by about half its width. */
export function drawTreeShadow(): ImageData {
  const context = createImageCanvas(SIZE, SIZE)
  const middle = SIZE / 2 + CROWN_SIZE * 0.36
  context.globalAlpha = 1
  for (const lobe of lobes(2)) fillDisc(context, middle + lobe.x, middle + lobe.y, lobe.radius, '#10180e')
  const image = readImageData(context)
  for (let index = 3; index < image.data.length; index += 4) image.data[index] = image.data[index]! * 0.4
  return image
}

function lobes(kind: number): { x: number; y: number; radius: number }[] {
  const random = seededRandom(kind + 40)
  const count = 9 + (kind % 3)
  const around = Array.from({ length: count }, (_, index) => {
    const angle = ((index + random() * 0.6) / count) * 2 * Math.PI
    const radius = CROWN_SIZE * (0.3 + random() * 0.12)
    const distance = CROWN_SIZE * (0.94 + random() * 0.08) - radius
    return { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance, radius }
  })
  return [{ x: 0, y: 0, radius: CROWN_SIZE * 0.72 }, ...around]
}

/** Shades the crown from the upper left to the lower right. */
function drawShading(context: CanvasRenderingContext2D, middle: number): void {
  const light = context.createRadialGradient(middle - 30, middle - 34, 6, middle - 8, middle - 8, CROWN_SIZE * 1.25)
  light.addColorStop(0, 'rgba(214, 226, 150, 0.26)')
  light.addColorStop(0.5, 'rgba(120, 140, 80, 0)')
  light.addColorStop(1, 'rgba(8, 18, 10, 0.5)')
  context.fillStyle = light
  context.fillRect(0, 0, SIZE, SIZE)
}
