/** The server accepts at most this many bytes. */
export const MAX_PHOTO_BYTES = 1_000_000
const LONG_EDGES_PX = [1600, 1200, 900, 640]
const QUALITIES = [0.85, 0.75, 0.65, 0.5]

/** A file that cannot be used as a photo; the message is meant for users. */
export class PhotoError extends Error {}

/**
 * The photo as an upright JPEG of at most `MAX_PHOTO_BYTES`, its long edge at most 1600 px. Quality is lowered first, then
 * size, until it fits. The location and camera data of the file are dropped. Throws a PhotoError for a file that is no image.
 */
export async function resizePhoto(file: Blob): Promise<Blob> {
  const image = await decode(file)
  try {
    for (const longEdge of LONG_EDGES_PX) {
      const canvas = draw(image, longEdge)
      for (const quality of QUALITIES) {
        const photo = await toJpeg(canvas, quality)
        if (photo.size <= MAX_PHOTO_BYTES) return photo
      }
    }
  } finally {
    image.close()
  }
  throw new PhotoError('This photo is too large. Take it again with less detail.')
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new PhotoError('This file is not a photo. Choose a JPEG or PNG image.')
  }
}

function draw(image: ImageBitmap, longEdge: number): HTMLCanvasElement {
  const scale = Math.min(1, longEdge / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new PhotoError('This phone cannot prepare the photo. Try again later.')
  // JPEG has no transparency: without a background it would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!photo) throw new PhotoError('This phone cannot prepare the photo. Try again later.')
  return photo
}
