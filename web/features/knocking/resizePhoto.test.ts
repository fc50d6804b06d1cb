// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { MAX_PHOTO_BYTES, PhotoError, resizePhoto } from './resizePhoto.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser that decodes an image of this size, and encodes `bytesPerPixel` of it at full quality. */
function stubBrowser({ width, height, bytesPerPixel }: { width: number; height: number; bytesPerPixel: number }) {
  const close = vi.fn()
  const createImageBitmap = vi.fn(() => Promise.resolve({ width, height, close }))
  vi.stubGlobal('createImageBitmap', createImageBitmap)
  const context = { fillRect: vi.fn(), drawImage: vi.fn(), fillStyle: '' }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const encoded: { width: number; height: number; quality: number | undefined; type: string | undefined }[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done: BlobCallback,
    type?: string,
    quality?: number,
  ) {
    encoded.push({ width: this.width, height: this.height, quality, type })
    const bytes = Math.round(this.width * this.height * bytesPerPixel * (quality ?? 1))
    done({ size: bytes, type } as Blob)
  })
  return { encoded, close, createImageBitmap }
}

it('a large photo gets a long edge of 1600 px and is upright', async () => {
  const { encoded, close, createImageBitmap } = stubBrowser({ width: 3000, height: 4000, bytesPerPixel: 0.2 })
  const file = new Blob(['x'])
  const photo = await resizePhoto(file)
  expect(createImageBitmap).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' })
  expect(photo.type).toBe('image/jpeg')
  expect(encoded).toEqual([{ width: 1200, height: 1600, quality: 0.85, type: 'image/jpeg' }])
  expect(close).toHaveBeenCalledOnce()
})

it('quality is lowered first, then size, until the photo fits', async () => {
  const { encoded } = stubBrowser({ width: 4000, height: 3000, bytesPerPixel: 1.5 })
  const photo = await resizePhoto(new Blob(['x']))
  expect(photo.size).toBeLessThanOrEqual(MAX_PHOTO_BYTES)
  expect(encoded.map(({ width, quality }) => [width, quality])).toEqual([
    [1600, 0.85],
    [1600, 0.75],
    [1600, 0.65],
    [1600, 0.5],
    [1200, 0.85],
    [1200, 0.75],
    [1200, 0.65],
    [1200, 0.5],
  ])
})

it('a small photo is not enlarged', async () => {
  const { encoded } = stubBrowser({ width: 800, height: 600, bytesPerPixel: 0.2 })
  await resizePhoto(new Blob(['x']))
  expect(encoded[0]).toMatchObject({ width: 800, height: 600 })
})

it('a file that is no image is refused with a message', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('The source image could not be decoded.')))
  const refused = resizePhoto(new Blob(['text']))
  await expect(refused).rejects.toThrow(PhotoError)
  await expect(refused).rejects.toThrow('This file is not a photo. Choose a JPEG or PNG image.')
})
