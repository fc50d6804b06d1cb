import type { Page } from '../domain/paging.ts'

/** Converts the page of a list after the cursor `after`, which is null for the first page, to a Relay connection. */
export function toConnection<T>({ items, cursors, hasNextPage }: Page<T>, after: string | null | undefined) {
  return {
    edges: items.map((node, at) => ({ node, cursor: cursors[at]! })),
    pageInfo: {
      hasNextPage,
      hasPreviousPage: after != null,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  }
}
