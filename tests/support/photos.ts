import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { ApiResponse } from './client.ts'

/** A JPEG of 40 by 20 pixels, red on its left and blue on its right half. */
export function createPhoto(): Sharp {
  const half = (red: number, blue: number) =>
    ({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: 0, b: blue } } }) as const
  return sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 255, g: 0, b: 0 } } })
    .composite([{ input: half(0, 255), left: 20, top: 0 }])
    .jpeg({ quality: 95 })
}

/** A JPEG or PNG of a few bytes whose header declares another size, as a decompression bomb does. */
export async function createBomb(width: number, height: number, image: Sharp = createPhoto()): Promise<Buffer> {
  const file = await image.toBuffer()
  if (file.toString('latin1', 1, 4) === 'PNG') {
    file.writeUInt32BE(width, 16)
    file.writeUInt32BE(height, 20)
    file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
    return file
  }
  const frame = [0xc0, 0xc2].map((marker) => file.indexOf(Buffer.from([0xff, marker, 0x00]))).find((at) => at > 0)!
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

/** A form with a photo, or with the given content. */
export async function photoForm(content?: Buffer): Promise<FormData> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content ?? (await createPhoto().toBuffer()))]), 'photo.jpg')
  return form
}

export async function uploadPhoto(
  url: string,
  token: string | null,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}/api/photos`, {
    method: 'POST',
    body: form,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ApiResponse['body'],
  }
}
