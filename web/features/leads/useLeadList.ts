import type { ApolloClient } from '@apollo/client'
import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type LeadFilter, LeadListDocument, type LeadListQuery, type LeadRowFragment } from '../../gql/graphql.ts'
import { tellFailure } from '../../session/failures.ts'
import { useOnLeadsChanged } from './LeadsLive.tsx'

export type LeadRow = LeadRowFragment

export const FETCH_FAILED = 'Failed to fetch leads'
export const PAGE = 100
/** So many are read again at once. */
const STRIDE = 500

type Connection = LeadListQuery['leads']

/**
 * The leads that the filter lets through, newest first: `page` of them at first, then a hundred at a time by `more`. After changes, by whomever,
 * they are read again as far down as somebody looks (`seen`). While another filter is being read the list before it stays.
 */
export function useLeadList(filter: LeadFilter, page = PAGE) {
  const client = useApolloClient()
  const variables = useMemo(() => ({ filter, first: page, counted: true }), [filter, page])
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(LeadListDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (error) tellFailure(error, FETCH_FAILED)
  }, [error])

  const seen = useRef(0)
  const rereading = useRef(false)
  const reread = useCallback(async () => {
    if (rereading.current) return
    rereading.current = true
    try {
      const loaded = client.readQuery({ query: LeadListDocument, variables })?.leads.edges.length ?? 0
      const wanted = Math.min(loaded, seen.current + PAGE)
      if (wanted <= page) await refetch()
      else
        client.writeQuery({ query: LeadListDocument, variables, data: { leads: await readOn(client, filter, wanted) } })
    } catch {
      // What is shown stays; the next change or the next look tries again.
    } finally {
      rereading.current = false
    }
  }, [client, filter, page, variables, refetch])
  useOnLeadsChanged(() => void reread())

  const reading = useRef<string | null>(null)
  const more = useCallback(() => {
    const after = client.readQuery({ query: LeadListDocument, variables })?.leads.pageInfo.endCursor
    if (!after || reading.current === after) return
    reading.current = after
    fetchMore({
      variables: { after, first: PAGE, counted: false },
      updateQuery: (before, { fetchMoreResult }) => ({ leads: joined(before.leads, fetchMoreResult.leads, after) }),
    })
      .catch((failure: unknown) => tellFailure(failure, FETCH_FAILED))
      .finally(() => {
        reading.current = null
      })
  }, [client, variables, fetchMore])

  const found = (data ?? previousData)?.leads
  const rows = useMemo(() => found?.edges.map(({ node }) => node), [found])
  return {
    rows,
    total: found?.totalCount ?? 0,
    hasMore: found?.pageInfo.hasNextPage ?? false,
    more,
    /** To be told the index of the last row that somebody may be looking at. */
    onSeen: useCallback((last: number) => {
      seen.current = last
    }, []),
    /** The rows are still those of the filter before. */
    stale: !data && Boolean(previousData),
    failed: Boolean(error),
    loading,
    retry: () => void refetch().catch(() => undefined),
  }
}

/** One page after another until `wanted` leads are there, or all of them. */
async function readOn(client: ApolloClient, filter: LeadFilter, wanted: number): Promise<Connection> {
  const read = async (before: Connection | null): Promise<Connection> => {
    const { data } = await client.query({
      query: LeadListDocument,
      variables: {
        filter,
        first: Math.min(STRIDE, wanted - (before?.edges.length ?? 0)),
        after: before?.pageInfo.endCursor ?? null,
        counted: !before,
      },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('No answer')
    return before ? joined(before, data.leads, before.pageInfo.endCursor ?? '') : data.leads
  }
  let all = await read(null)
  while (all.edges.length < wanted && all.pageInfo.hasNextPage) all = await read(all)
  return all
}

/** Both pages as one; the second is passed over when the first does not end where it begins. */
function joined(first: Connection, second: Connection, after: string): Connection {
  if (first.pageInfo.endCursor !== after) return first
  return { ...first, edges: [...first.edges, ...second.edges], pageInfo: second.pageInfo }
}
