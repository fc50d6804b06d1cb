import sharp from 'sharp'
import type { WorkerFailure } from '../workers/workerPool.ts'

export interface PhotoRequest {
  contentType: 'image/jpeg' | 'image/png'
  content: Uint8Array
}

export interface PhotoAnswer {
  type: 'photo'
  content: Uint8Array
}

/** The longest side of a stored photo, in pixels. */
const maxSide = 2_048
/** A few kilobytes can hold an image of gigabytes. The cameras of phones have fewer pixels. */
const maxPixels = 60_000_000
/** An interlaced PNG and a progressive JPEG are decoded as a whole: at most 160 MB. Others are decoded line by line. */
const maxPixelsAtOnce = 20_000_000
/** An encoded photo is rarely larger than the file that was uploaded. */
const maxEncodedBytes = 4 * 1024 * 1024

const damaged = refuse('The image is damaged.')

sharp.cache(false)
sharp.concurrency(1)
// No other decoder of the library sees the file, whatever it contains.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })

/** Encodes a photo as `Photos.encode` says. The size of the image is read from its header before anything is decoded. */
export async function encodePhoto({ contentType, content }: PhotoRequest): Promise<PhotoAnswer | WorkerFailure> {
  const header = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!header) return damaged
  const limit = header.isProgressive ? maxPixelsAtOnce : maxPixels
  if (header.width * header.height > limit)
    return refuse(
      `The image has too many pixels: at most ${limit / 1e6} million${header.isProgressive ? ' in an interlaced or progressive image' : ''}. Reduce it and try again.`,
    )
  const image = sharp(content, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  const encoded = await (contentType === 'image/png' ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 82 }))
    .toBuffer()
    .catch(() => null)
  if (!encoded) return damaged
  if (encoded.length > maxEncodedBytes) return refuse('The image has too much detail. Reduce it and try again.')
  return { type: 'photo', content: encoded }
}

function refuse(reason: string): WorkerFailure {
  return { type: 'refused', reason }
}
