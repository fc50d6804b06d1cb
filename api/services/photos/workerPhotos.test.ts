import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { UnsupportedMediaType } from '../../domain/errors.ts'
import { createBomb, createPhoto } from '../../../tests/support/photos.ts'
import { createWorkerPhotos } from './workerPhotos.ts'

const photos = createWorkerPhotos()
afterAll(() => photos.close())

describe('a photo', () => {
  it('is encoded for each of many concurrent callers', async () => {
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? createPhoto().png() : createPhoto()).toBuffer()),
    )
    for (const [n, { content, contentType }] of (
      await Promise.all(files.map((file) => photos.encode(file)))
    ).entries()) {
      expect(contentType).toBe(n % 2 ? 'image/png' : 'image/jpeg')
      expect(await sharp(content).metadata()).toMatchObject({ format: n % 2 ? 'png' : 'jpeg', width: 40, height: 20 })
    }
  })

  it('of a camera with many pixels is reduced', async () => {
    const many = sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: '#fff' } })
    const { content } = await photos.encode(await many.jpeg({ quality: 20 }).toBuffer())
    expect(await sharp(content).metadata()).toMatchObject({ width: 2_048, height: 1_638 })
  })

  it.each([
    ['a PNG', 12_000, 12_000, createPhoto().png(), 'at most 60 million.'],
    ['a JPEG', 9_000, 9_000, createPhoto(), 'at most 60 million.'],
    ['a wide PNG', 1_000_000, 100, createPhoto().png(), 'at most 60 million.'],
    [
      'an interlaced PNG',
      5_000,
      5_000,
      createPhoto().png({ progressive: true }),
      'at most 20 million in an interlaced',
    ],
    [
      'a progressive JPEG',
      5_000,
      5_000,
      createPhoto().jpeg({ progressive: true }),
      'at most 20 million in an interlaced',
    ],
  ])('with too many pixels is refused before it is decoded: %s', async (_name, width, height, image, reason) => {
    await expect(photos.encode(await createBomb(width, height, image))).rejects.toThrow(reason)
  })

  it('that is damaged, or of another format than its first bytes say, is refused', async () => {
    const photo = await createPhoto().toBuffer()
    const png = await createPhoto().png().toBuffer()
    const signature = png.subarray(0, 8)
    for (const file of [photo.subarray(0, 120), png.subarray(0, 60), Buffer.concat([signature, Buffer.from('<svg/>')])])
      await expect(photos.encode(file)).rejects.toThrow('The image is damaged.')
    for (const file of [Buffer.from('<svg/>'), Buffer.from('GIF89a'), Buffer.alloc(0)])
      await expect(photos.encode(file)).rejects.toThrow(UnsupportedMediaType)
  })
})
