import { UnsupportedMediaType } from '../../domain/errors.ts'
import { createLimiter } from '../workers/limiter.ts'
import { createWorkerPool } from '../workers/workerPool.ts'
import type { PhotoAnswer, PhotoRequest } from './encodePhoto.ts'
import { isSvg } from './svgLogos.ts'
import type { Photos } from './photos.ts'

/** One core stays free for the server itself. */
const maxConcurrent = 2

const signatures = [
  { contentType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { contentType: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
] as const

/** Encodes photos in worker processes. */
export function createWorkerPhotos(): Photos {
  const pool = createWorkerPool<PhotoRequest, PhotoAnswer>({
    program: './worker',
    importUrl: import.meta.url,
    heapMegabytes: 64,
    stepTimeoutMs: 10_000,
    tooExpensiveMessage: 'The image takes too long to be decoded. Reduce it and try again.',
    allowAddons: true,
  })
  const acquireSlot = createLimiter(maxConcurrent, 'Other photos are being saved. Try again in a minute.')
  const send = async (request: Omit<PhotoRequest, 'content'>, content: Buffer): Promise<Buffer> => {
    const releaseSlot = await acquireSlot()
    const worker = pool.acquire()
    try {
      const answer = await worker.send({ ...request, content: new Uint8Array(content) })
      return Buffer.from(answer.content)
    } finally {
      pool.release(worker, true)
      releaseSlot()
    }
  }
  return {
    async encode(content) {
      const contentType = contentTypeOf(content)
      if (!contentType) throw new UnsupportedMediaType('Send a JPEG or PNG image.')
      return { contentType, content: await send({ contentType }, content) }
    },
    async encodeLogo(content) {
      const contentType = contentTypeOf(content) ?? (isSvg(content) ? 'image/svg+xml' : null)
      if (!contentType) throw new UnsupportedMediaType('Send a PNG, JPEG or SVG image.')
      return send({ contentType, isLogo: true }, content)
    },
    close: () => pool.close(),
  }
}

const contentTypeOf = (content: Buffer) =>
  signatures.find(({ bytes }) => content.subarray(0, bytes.length).equals(bytes))?.contentType ?? null
