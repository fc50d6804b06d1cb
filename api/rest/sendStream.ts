import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** Sends the parts of a file. Resolves when it is sent, and when the client has closed the connection before. */
export async function sendStream(
  response: Response,
  content: Iterable<unknown> | AsyncIterable<unknown>,
  highWaterMark?: number,
): Promise<void> {
  // The middleware and `pipeline` add eleven listeners, one more than Node expects.
  response.setMaxListeners(20)
  try {
    await pipeline(Readable.from(content, { objectMode: true, ...(highWaterMark && { highWaterMark }) }), response)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
