import type { FieldPolicy, OperationVariables, Reference, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useKeepPreviousData } from './useKeepPreviousData.ts'

interface Page {
  edges: readonly { cursor: string; node: unknown }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
}

/**
 * The cache policy of a Relay connection. Pages that are fetched with `after` are appended. A refetched first page
 * replaces the rows before its last cursor and keeps the pages behind it. Evicted nodes are left out.
 */
export const relayConnection: FieldPolicy<Page> = {
  keyArgs: (args) => Object.keys(args ?? {}).filter((name) => name !== 'after'),
  read: (existing, { canRead }) =>
    existing && { ...existing, edges: existing.edges.filter(({ node }) => canRead(node as Reference)) },
  merge: (existing, incoming, { args }) => {
    if (!existing) return incoming
    const cursor = (args?.after as string | undefined) ?? incoming.edges.at(-1)?.cursor
    const end = existing.edges.findIndex((edge) => edge.cursor === cursor) + 1
    if (args?.after) return { ...incoming, edges: [...existing.edges.slice(0, end), ...incoming.edges] }
    const isWhole = end === 0 || end === existing.edges.length || !incoming.pageInfo.hasNextPage
    if (isWhole) return incoming
    return { ...incoming, edges: [...incoming.edges, ...existing.edges.slice(end)], pageInfo: existing.pageInfo }
  },
}

/**
 * Reads a connection page by page. While other variables load, the previous rows stay. The query needs `$after` and
 * `pageInfo { endCursor hasNextPage }`, and its field needs the policy `relayConnection`.
 */
export function usePagedQuery<
  Name extends string,
  Data extends Record<Name, Page>,
  Variables extends OperationVariables & { first: number },
>(document: TypedDocumentNode<Data, Variables>, field: Name, variables: Variables) {
  const { data, error, loading, refetch, fetchMore } = useQuery<Data, Variables>(document, {
    variables,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const connection = useKeepPreviousData(JSON.stringify(variables), data, error)?.[field]
  return {
    connection,
    error,
    loading,
    hasMore: connection?.pageInfo.hasNextPage ?? false,
    /** Rejects when the page cannot be loaded. */
    loadMore: () =>
      fetchMore({ variables: { after: connection?.pageInfo.endCursor } as unknown as Partial<Variables> }),
    retry: () => void refetch().catch(() => undefined),
  }
}
