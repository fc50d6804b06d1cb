import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * A backup file is a gzip file with a magic line followed by frames. A frame is one letter, a four-byte length and the
 * content. H: header. T: start of a table. D: rows of that table in COPY format. E: end of the table, with its row count.
 * Z: end of the file, with the SHA-256 of everything before it.
 */
export type Frame =
  | { kind: 'H'; header: Header }
  | { kind: 'T'; table: string; columns: string[] }
  | { kind: 'D'; rows: Buffer }
  | { kind: 'E'; table: string; rows: number }

export interface Header {
  format: 1
  createdAt: string
  /** Names of the migrations that had run, in order. */
  migrations: string[]
  /** The PostgreSQL version of the source. */
  server: string
}

/** The file cannot be restored; the message says why. */
export class InvalidBackupError extends Error {}

const magic = Buffer.from('Porchlight backup 1\n')
const maxFrameBytes = 64 * 1024 * 1024

/** Writes the frames to a temporary file, readable by its owner only, and renames it to `file` when it is complete. */
export async function writeBackup(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(
      Readable.from(encode(frames), { objectMode: false }),
      createGzip({ level: 4 }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const updateHash = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield updateHash(magic)
  for await (const frame of frames) {
    if (frame.kind === 'D') {
      yield updateHash(frameHeader('D', frame.rows.length))
      yield updateHash(frame.rows)
    } else {
      const { kind, ...content } = frame
      const bytes = Buffer.from(JSON.stringify(content))
      yield updateHash(Buffer.concat([frameHeader(kind, bytes.length), bytes]))
    }
  }
  const digest = hash.digest()
  yield Buffer.concat([frameHeader('Z', digest.length), digest])
}

function frameHeader(kind: string, length: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.write(kind, 0, 'latin1')
  bytes.writeUInt32BE(length, 1)
  return bytes
}

/**
 * Yields the frames of a file in order. Throws `InvalidBackupError` when the file is damaged; only a reader that
 * reaches the end knows that the file is intact.
 */
export async function* readBackup(file: string): AsyncGenerator<Frame> {
  const bytes = new ByteReader(file)
  try {
    const hash = createHash('sha256')
    const begin = await bytes.take(magic.length, 'begin')
    if (!begin.equals(magic))
      throw new InvalidBackupError('The file is not a Porchlight backup, or it was made by a later version.')
    hash.update(begin)
    for (;;) {
      const start = await bytes.take(5, 'frame')
      const kind = start.toString('latin1', 0, 1)
      const length = start.readUInt32BE(1)
      if (!'HTDEZ'.includes(kind) || length > maxFrameBytes)
        throw new InvalidBackupError('The file is damaged: a frame is invalid.')
      const content = await bytes.take(length, 'frame')
      if (kind === 'Z') {
        if (!content.equals(hash.digest()))
          throw new InvalidBackupError('The file is damaged: its checksum does not match.')
        return await bytes.end()
      }
      hash.update(start).update(content)
      yield kind === 'D' ? { kind, rows: content } : ({ kind, ...(JSON.parse(content.toString()) as object) } as Frame)
    }
  } finally {
    bytes.close()
  }
}

/** Decompresses a file and returns chunks of the requested length. */
class ByteReader {
  private readonly source: Readable
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(file: string) {
    const compressed = createReadStream(file)
    const decompressed = createGunzip()
    compressed.once('error', (error) => decompressed.destroy(error))
    this.source = compressed.pipe(decompressed)
    this.chunks = this.source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async take(count: number, where: 'begin' | 'frame'): Promise<Buffer> {
    const parts = [this.rest]
    let have = this.rest.length
    while (have < count) {
      const next = await this.next(where)
      if (!next) throw new InvalidBackupError('The file is damaged: it is truncated.')
      parts.push(next)
      have += next.length
    }
    const all = parts.length === 1 ? this.rest : Buffer.concat(parts, have)
    this.rest = all.subarray(count)
    return all.subarray(0, count)
  }

  async end(): Promise<void> {
    if (this.rest.length > 0 || (await this.next('frame')))
      throw new InvalidBackupError('The file is damaged: there is data after its end.')
  }

  close(): void {
    this.source.destroy()
  }

  private async next(where: 'begin' | 'frame'): Promise<Buffer | null> {
    try {
      const { value, done } = await this.chunks.next()
      return done ? null : value
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!code?.startsWith('Z_')) throw error
      if (code === 'Z_BUF_ERROR') throw new InvalidBackupError('The file is damaged: it is truncated.')
      if (where === 'begin' && /header/.test(message))
        throw new InvalidBackupError('The file is not a Porchlight backup.')
      throw new InvalidBackupError('The file is damaged: it cannot be decompressed.')
    }
  }
}
