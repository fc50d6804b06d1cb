/** Reads pieces of given lengths from chunks of other lengths. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes: fewer only at the end. They are valid until the next call. */
  async read(length: number): Promise<Buffer> {
    if (this.#rest.length < length) await this.#fill(length)
    const bytes = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(bytes.length)
    return bytes
  }

  async #fill(length: number): Promise<void> {
    const pieces = [this.#rest]
    let available = this.#rest.length
    while (available < length) {
      const next = await this.#chunks.next()
      if (next.done) break
      pieces.push(next.value)
      available += next.value.length
    }
    this.#rest = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }

  /** Reads what is left, so that the checksum of the file is compared. */
  async end(): Promise<void> {
    this.#rest = Buffer.alloc(0)
    while (!(await this.#chunks.next()).done);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
