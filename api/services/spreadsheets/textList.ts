/** Many texts outside of the heap, of which each would otherwise keep the chunk that it was read from. */
export class TextList {
  #bytes = Buffer.alloc(64 * 1024)
  readonly #ends = [0]

  get count(): number {
    return this.#ends.length - 1
  }

  get byteLength(): number {
    return this.#ends.at(-1)!
  }

  add(text: string): void {
    const start = this.byteLength
    const end = start + Buffer.byteLength(text)
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, start)
      this.#bytes = larger
    }
    this.#bytes.write(text, start)
    this.#ends.push(end)
  }

  /** The text with this number, from 0; undefined if there is none. */
  at(index: number): string | undefined {
    const end = this.#ends[index + 1]
    return end === undefined ? undefined : this.#bytes.toString('utf8', this.#ends[index], end)
  }
}
