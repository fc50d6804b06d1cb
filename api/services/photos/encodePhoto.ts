import { Refused, UnsupportedMediaType } from '../../domain/errors.ts'

export interface EncodedPhoto {
  content: Buffer
  contentType: 'image/jpeg' | 'image/png'
}

/** The longest side of a stored photo, in pixels. */
const maxSide = 2_048
/** A few kilobytes can hold an image of gigabytes. The cameras of phones have fewer pixels. */
const maxPixels = 60_000_000

const signatures = [
  { contentType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { contentType: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
] as const

/**
 * Encodes a JPEG or PNG again, upright and without its metadata, such as the place where it was taken. Reduces it if a side
 * is longer than 2,048 pixels. Throws `UnsupportedMediaType` for other content and `Refused` if it cannot be decoded.
 */
export async function encodePhoto(content: Buffer): Promise<EncodedPhoto> {
  const format = signatures.find(({ bytes }) => content.subarray(0, bytes.length).equals(bytes))
  if (!format) throw new UnsupportedMediaType('Send a JPEG or PNG image.')
  const { contentType } = format
  // Loaded with the first photo, because it takes a tenth of a second.
  const { default: sharp } = await import('sharp')
  const image = sharp(content, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  const encoded = contentType === 'image/png' ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 82 })
  try {
    return { content: await encoded.toBuffer(), contentType }
  } catch {
    const message = 'The image is damaged or too large to be decoded.'
    throw new Refused(message, { file: message })
  }
}
