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
