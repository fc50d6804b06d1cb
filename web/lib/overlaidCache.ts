import { type Cache, InMemoryCache } from '@apollo/client'
import type { DocumentNode } from 'graphql'

/** Changes what is read. `query` is the key of the query that is read; it is empty for a fragment and for other data. */
export type CacheOverlay = <Data>(data: Data, query: string) => Data

/** The name under which the answers of a query are known: its operation and its variables. */
export const queryKey = (operationName: string | undefined, variables: object | undefined): string =>
  operationName ? `${operationName} ${JSON.stringify(variables ?? {})}` : ''

export function operationNameOf({ definitions }: DocumentNode): string | undefined {
  for (const definition of definitions) if (definition.kind === 'OperationDefinition') return definition.name?.value
  return undefined
}

/**
 * A cache that holds the answers of the server, and shows them to screens with the overlay applied. Watchers of the cache are
 * notified when the overlay changes.
 */
export class OverlaidCache extends InMemoryCache {
  #overlay: CacheOverlay | undefined
  readonly #watches = new Set<Cache.WatchOptions>()
  readonly #listeners = new Set<() => void>()
  #version = 0
  readonly #transformed = new WeakMap<DocumentNode, DocumentNode>()

  setOverlay(overlay: CacheOverlay): void {
    this.#overlay = overlay
  }

  /** To be called when the overlay shows something else. */
  overlayChanged(): void {
    this.#version += 1
    for (const watch of [...this.#watches]) {
      const last = watch.lastDiff
      const diff = this.diff(watch) as Cache.DiffResult<unknown>
      if (last?.result !== diff.result) watch.callback((watch.lastDiff = diff), last)
    }
    for (const listener of [...this.#listeners]) listener()
  }

  /** Another number after each change of the overlay. */
  readonly overlayVersion = (): number => this.#version

  readonly onOverlayChanged = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Data that was not read from the cache, with the overlay. */
  show<Data>(data: Data, query = ''): Data {
    return this.#overlay ? this.#overlay(data, query) : data
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of Apollo differ in types that it does not export
  override diff(options: Cache.DiffOptions): any {
    const diff = super.diff(options)
    const shown = diff.result && this.show(diff.result, queryKey(operationNameOf(options.query), options.variables))
    return shown === diff.result ? diff : { ...diff, result: shown }
  }

  /**
   * Returns the same transformed document for a document, even after `gc` has reset the results. Otherwise the client would
   * cache up to 2,000 copies of 15 kB, one for each move of the map.
   */
  override transformDocument(document: DocumentNode): DocumentNode {
    const transformed = this.#transformed.get(document) ?? super.transformDocument(document)
    this.#transformed.set(document, transformed)
    return transformed
  }

  override watch<Data = unknown>(watch: Cache.WatchOptions<Data>): () => void {
    const stop = super.watch(watch)
    this.#watches.add(watch as Cache.WatchOptions)
    return () => {
      this.#watches.delete(watch as Cache.WatchOptions)
      stop()
    }
  }
}
