export interface EncodedPhoto {
  content: Buffer
  contentType: 'image/jpeg' | 'image/png'
}

/** Encodes photos in separate processes with limits on time and memory, at most two at once. */
export interface Photos {
  /**
   * Encodes a JPEG or PNG again, upright and without its metadata, such as the place where it was taken. Reduces it if a side is
   * longer than 2,048 pixels. Throws `UnsupportedMediaType` for other content, `Refused` if it is damaged or would take too much
   * memory or time to decode, and `Unavailable` if too many photos are waiting.
   */
  encode(content: Buffer): Promise<EncodedPhoto>
  /**
   * Encodes a PNG, JPEG or SVG as a PNG of at most 512 pixels, without its metadata. Throws as `encode`, and `Refused` for an SVG image with
   * scripts or references to something outside it.
   */
  encodeLogo(content: Buffer): Promise<Buffer>
  close(): Promise<void>
}
