import sharp from 'sharp'
import { svgProblem } from './svgLogos.ts'
import type { WorkerFailure } from '../workers/workerPool.ts'

export interface PhotoRequest {
  contentType: 'image/jpeg' | 'image/png' | 'image/svg+xml'
  /** Of a logo, which becomes a small PNG. Only a logo may be an SVG image. */
  isLogo?: boolean
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

/** The longest side of a logo, in pixels: sharp on a phone's screen at twice the size of the largest place. */
const maxLogoSide = 512
/** The resolution at which the size of an SVG image is its size in pixels. */
const svgDensity = 72

const damaged = refuse('The image is damaged.')

sharp.cache(false)
sharp.concurrency(1)
// No other decoder of the library sees the file, whatever it contains.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })

/** Encodes a photo as `Photos.encode` says. The size of the image is read from its header before anything is decoded. */
export async function encodePhoto({
  contentType,
  content,
  isLogo = false,
}: PhotoRequest): Promise<PhotoAnswer | WorkerFailure> {
  const isSvg = contentType === 'image/svg+xml'
  const problem = isSvg ? svgProblem(content) : null
  if (problem) return refuse(problem)
  // Each process reads one image.
  if (isSvg) sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const header = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!header) return damaged
  const limit = header.isProgressive ? maxPixelsAtOnce : maxPixels
  if (header.width * header.height > limit)
    return refuse(
      `The image has too many pixels: at most ${limit / 1e6} million${header.isProgressive ? ' in an interlaced or progressive image' : ''}. Reduce it and try again.`,
    )
  const side = isLogo ? maxLogoSide : maxSide
  // A small drawing is drawn in the size in which it is stored.
  const density = isSvg ? Math.max(1, (svgDensity * side) / Math.max(header.width, header.height)) : svgDensity
  const image = sharp(content, { limitInputPixels: maxPixels, density })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const encoded = await (
    isLogo || contentType === 'image/png' ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 82 })
  )
    .toBuffer()
    .catch(() => null)
  if (!encoded) return damaged
  if (encoded.length > maxEncodedBytes) return refuse('The image has too much detail. Reduce it and try again.')
  return { type: 'photo', content: encoded }
}

function refuse(reason: string): WorkerFailure {
  return { type: 'refused', reason }
}
