import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline as startPipeline, PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { ageMagic, decryptWith, encryptTo } from './encryption.ts'
import { InvalidBackupError } from './invalidBackup.ts'

/**
 * A backup file is a gzip file with a magic line followed by frames. A frame is one letter, a four-byte length and the
 * content. H: header. T: start of a table. D: rows of that table in COPY format. E: end of the table, with its row count.
 * Z: end of the file, with the SHA-256 of everything before it. With a recipient, the gzip file is encrypted in the age
 * format.
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

const magic = Buffer.from('Porchlight backup 1\n')
const maxFrameBytes = 64 * 1024 * 1024

export interface WriteOptions {
  /** Whose identities can read the file; none: it is not encrypted. */
  recipients?: string[]
  /** Stops writing, and removes what was written. */
  signal?: AbortSignal
}

/** The ending of a file that is being written. */
export const unfinishedEnding = '.unfinished'

/**
 * Writes the frames to a temporary file, readable by its owner only, and renames it to `file` when it is complete and on
 * disk.
 */
export async function writeBackup(
  file: string,
  frames: AsyncIterable<Frame>,
  { recipients = [], signal }: WriteOptions = {},
): Promise<void> {
  const unfinished = `${file}${unfinishedEnding}`
  const encryption = recipients.length > 0 ? encryptTo(recipients) : new PassThrough()
  try {
    await pipeline(
      Readable.from(encode(frames), { objectMode: false }),
      createGzip({ level: 4 }),
      encryption,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
      { signal },
    )
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Makes a renaming durable. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
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
 * Yields the frames of a file in order. Throws `InvalidBackupError` when the file is damaged, or encrypted to
 * another identity; only a reader that reaches the end knows that the file is intact.
 */
export async function* readBackup(file: string, identity?: string): AsyncGenerator<Frame> {
  const bytes = new ByteReader(await openCompressed(file, identity))
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
      yield kind === 'D' ? { kind, rows: content } : ({ kind, ...parseContent(content) } as Frame)
    }
  } finally {
    bytes.close()
  }
}

function parseContent(content: Buffer): object {
  try {
    return JSON.parse(content.toString()) as object
  } catch {
    throw new InvalidBackupError('The file is damaged: a frame cannot be read.')
  }
}

/** Returns the gzip file, decrypted if it is encrypted. */
async function openCompressed(file: string, identity: string | undefined): Promise<Readable> {
  const handle = await open(file)
  const { buffer } = await handle
    .read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0)
    .finally(() => handle.close())
  if (!buffer.equals(ageMagic)) return createReadStream(file)
  if (identity === undefined)
    throw new InvalidBackupError(
      'The backup is encrypted, and its private key is not in BACKUP_IDENTITY_DIR. Name the file: --identity FILE',
    )
  return Readable.from(decryptWith(identity, createReadStream(file)), { objectMode: false })
}

/** Decompresses a file and returns chunks of the requested length. */
class ByteReader {
  private readonly source: Readable
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(compressed: Readable) {
    // The reader gets the errors from the last stream; the callback is needed so that closing it closes the file.
    this.source = startPipeline(compressed, createGunzip(), () => undefined)
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
