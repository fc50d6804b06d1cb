import { countParts } from '../../../domain/parcelImports/parcelFiles.ts'

/** An uploaded file, whose parts are read in any order. */
export interface FileParts {
  readonly totalBytes: number
  read(part: number): Promise<Buffer>
}

/** The bytes of a file from the beginning. */
export async function* inOrder(parts: FileParts): AsyncGenerator<Buffer> {
  for (let part = 0; part < countParts(parts.totalBytes); part += 1) yield await parts.read(part)
}

interface Wish {
  /** Null for a pause, in which the server takes what was read. */
  part: number | null
  fulfill(bytes: Buffer): void
}

/** The parts of a file that are asked for one by one, each answered before the next one. */
export class AskedParts implements FileParts {
  readonly totalBytes: number
  readonly #wishes: Wish[] = []
  #isAsked = Promise.withResolvers<void>()
  #last: { part: number; bytes: Buffer } | null = null
  #isEnded = false

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes
  }

  async read(part: number): Promise<Buffer> {
    // The directory of an archive and its small files are often in one part.
    if (this.#last?.part === part) return this.#last.bytes
    const bytes = await this.#ask(part)
    this.#last = { part, bytes }
    return bytes
  }

  async pause(): Promise<void> {
    await this.#ask(null)
  }

  /** Resolves to the part that is wanted next, to null for a pause, or to 'end' after `end`. */
  async next(): Promise<number | null | 'end'> {
    await this.#isAsked.promise
    return this.#isEnded ? 'end' : this.#wishes[0]!.part
  }

  /** Lets `next` resolve to 'end' from now on. */
  end(): void {
    this.#isEnded = true
    this.#isAsked.resolve()
  }

  /** Answers what `next` resolved to. */
  give(bytes: Uint8Array): void {
    const { fulfill } = this.#wishes.shift()!
    if (this.#wishes.length === 0 && !this.#isEnded) this.#isAsked = Promise.withResolvers()
    fulfill(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  }

  #ask(part: number | null): Promise<Buffer> {
    return new Promise((fulfill) => {
      this.#wishes.push({ part, fulfill })
      this.#isAsked.resolve()
    })
  }
}
