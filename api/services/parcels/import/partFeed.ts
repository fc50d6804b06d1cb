/** The parts of a file, given one by one to a reader that wants them in its own order of time. */
export class PartFeed implements AsyncIterable<Uint8Array> {
  #give: ((part: IteratorResult<Uint8Array, undefined>) => void) | null = null
  #waiting = Promise.withResolvers<void>();

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: () =>
        new Promise((resolve) => {
          this.#give = resolve
          this.#waiting.resolve()
        }),
    }
  }

  /** Gives the next part, or undefined after the last one. Resolves when the reader wants another one, or `ended` does. */
  async push(part: Uint8Array | undefined, ended: Promise<unknown>): Promise<void> {
    await Promise.race([this.#waiting.promise, ended])
    const give = this.#give
    if (!give) return
    this.#give = null
    this.#waiting = Promise.withResolvers<void>()
    give(part ? { value: part, done: false } : { value: undefined, done: true })
    await Promise.race([this.#waiting.promise, ended])
  }
}
