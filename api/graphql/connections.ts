import type { Page } from '../domain/paging.ts'

/** Converts a page to a Relay connection. */
export function toConnection<T>({ items, cursors, hasNextPage }: Page<T>) {
  return {
    edges: items.map((node, at) => ({ node, cursor: cursors[at]! })),
    pageInfo: { hasNextPage, endCursor: cursors.at(-1) ?? null },
  }
}
