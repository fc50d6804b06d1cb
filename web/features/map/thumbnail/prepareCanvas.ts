/** Sets the size of the canvas in CSS pixels, sharp on dense screens. Undefined where nothing can be drawn. */
export function prepareCanvas(
  element: HTMLCanvasElement | null,
  width: number,
  height: number,
): CanvasRenderingContext2D | undefined {
  const canvas = element?.getContext('2d')
  if (!element || !canvas) return undefined
  const ratio = Math.min(devicePixelRatio, 2)
  element.width = width * ratio
  element.height = height * ratio
  canvas.scale(ratio, ratio)
  return canvas
}
