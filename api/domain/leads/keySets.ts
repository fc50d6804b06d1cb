/** Sets of keys that belong together (union-find). Joining sets takes about the same time however large they are. */
export class KeySets {
  readonly #parents = new Map<string, string>()

  /** A key that stands for the set of this one. */
  find(key: string): string {
    for (let current = key; ;) {
      const parent = this.#parents.get(current) ?? current
      if (parent === current) return current
      const grandparent = this.#parents.get(parent) ?? parent
      // Halves the way for the next time.
      this.#parents.set(current, grandparent)
      current = grandparent
    }
  }

  /** Makes one set of those of these keys. */
  join([first, ...others]: readonly [string, ...string[]]): void {
    const root = this.find(first)
    for (const other of others) this.#parents.set(this.find(other), root)
  }
}
