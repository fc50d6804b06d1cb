import { useQuery, useSubscription } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import {
  PropertiesChangedDocument,
  type PropertyFilter,
  PropertyListDocument,
  type PropertyListQuery,
  type PropertyOrder,
  type PropertyType,
} from '../../gql/graphql.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { useKeepPreviousData } from '../../lib/useKeepPreviousData.ts'
import { toastFailure, useFailureToast } from '../../session/failureToasts.ts'

/** A screen shows about a dozen. */
const PAGE_SIZE = 36
/** The server's limit. */
const MAX_PAGE_SIZE = 1000
/** Changes by others arrive in bursts. */
const THROTTLE_MS = 2000

export const FETCH_FAILED = 'Failed to fetch properties'

type Connection = PropertyListQuery['properties']

/**
 * The properties that match a filter, in an order, page by page. Changes by others appear without losing the scroll
 * position.
 */
export function usePropertyList(filter: PropertyFilter, orderBy: PropertyOrder) {
  const { data, error, loading, fetchMore, refetch, updateQuery } = useQuery(PropertyListDocument, {
    variables: { filter, orderBy, first: PAGE_SIZE },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  useFailureToast(error, FETCH_FAILED)

  const key = JSON.stringify([filter, orderBy])
  const currentKey = useRef(key)
  useEffect(() => {
    currentKey.current = key
  })
  const list = useKeepPreviousData(key, data, error)?.properties
  const count = list?.edges.length ?? 0
  const isFetching = useRef(false)
  const [loadFailed, setLoadFailed] = useState(false)
  const fetchPage = async (
    after: string | null,
    first: number,
    merge: (known: Connection, fetched: Connection) => Connection,
  ) => {
    if (isFetching.current) return
    isFetching.current = true
    const variables = { filter, orderBy, after, first }
    try {
      await fetchMore({
        variables,
        // The known list is that of the current filter, into which a page of another one must not be merged.
        updateQuery: (known, { fetchMoreResult: fetched }) =>
          currentKey.current === key ? { properties: merge(known.properties, fetched.properties) } : known,
      })
      setLoadFailed(false)
    } catch (failure) {
      toastFailure(failure, FETCH_FAILED)
      setLoadFailed(true)
    } finally {
      isFetching.current = false
    }
  }
  const refreshThrottled = useThrottledCallback(
    () => void fetchPage(null, Math.min(Math.max(count, PAGE_SIZE), MAX_PAGE_SIZE), mergeFirstPages),
    THROTTLE_MS,
  )
  useSubscription(PropertiesChangedDocument, { skip: !list, onData: refreshThrottled })

  return {
    properties: list?.edges.map(({ node }) => node),
    total: list?.totalCount ?? 0,
    tagsFound: list?.tagsFound ?? NO_TAGS,
    failed: Boolean(error),
    loading,
    /** The last page failed to load. */
    loadFailed,
    loadMore: list?.pageInfo.hasNextPage
      ? () => void fetchPage(list.pageInfo.endCursor, PAGE_SIZE, appendPage)
      : undefined,
    refresh: () => void refetch().catch(() => undefined),
    /** Removes a deleted property from the list at once. */
    remove: (id: string) =>
      updateQuery((_, known) =>
        known.complete ? { properties: removeNode(known.previousData.properties, id) } : undefined,
      ),
  }
}

const NO_TAGS: readonly PropertyType[] = []

function removeNode(list: Connection, id: string): Connection {
  const edges = list.edges.filter(({ node }) => node.id !== id)
  return { ...list, edges, totalCount: list.totalCount - (list.edges.length - edges.length) }
}

/** Appends a page. A property that moved to it meanwhile is kept once. */
export function appendPage(known: Connection, fetched: Connection): Connection {
  const seen = new Set(known.edges.map(({ node }) => node.id))
  return { ...fetched, edges: [...known.edges, ...fetched.edges.filter(({ node }) => !seen.has(node.id))] }
}

/** Replaces the start of the list with a newer version and keeps the rest. */
export function mergeFirstPages(known: Connection, fetched: Connection): Connection {
  if (!fetched.pageInfo.hasNextPage || known.edges.length <= fetched.edges.length) return fetched
  const seen = new Set(fetched.edges.map(({ node }) => node.id))
  const remaining = known.edges.slice(fetched.edges.length).filter(({ node }) => !seen.has(node.id))
  return { ...fetched, edges: [...fetched.edges, ...remaining], pageInfo: known.pageInfo }
}
