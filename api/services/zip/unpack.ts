import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/**
 * Unpacks a file of a zip archive, stored (0) or deflated (8), in memory for a few pieces of it. Throws `damaged()` if they are not what
 * deflate writes, and what reading them throws.
 */
export async function* unpack(
  method: number,
  packed: Iterable<Buffer> | AsyncIterable<Buffer>,
  damaged: () => Error,
): AsyncGenerator<Buffer> {
  if (method === 0) return yield* packed
  const inflated = createInflateRaw()
  // An error is thrown where the chunks are read.
  pipeline(packed, inflated, () => undefined)
  try {
    yield* inflated as AsyncIterable<Buffer>
  } catch (error) {
    throw (error as { errno?: number }).errno === undefined ? error : damaged()
  } finally {
    inflated.destroy()
  }
}
