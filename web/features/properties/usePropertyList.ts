import { useQuery, useSubscription } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import {
  PropertiesChangedDocument,
  type PropertyFilter,
  PropertyListDocument,
  type PropertyListQuery,
  type PropertyType,
} from '../../gql/graphql.ts'
import { useGathered } from '../../lib/useGathered.ts'
import { useLastAnswer } from '../../lib/useLastAnswer.ts'
import { tellFailure } from '../../session/failures.ts'

/** Houses in a page; a screen shows about a dozen. */
const PAGE = 36
/** The server gives no more at once. */
const MOST = 1000
/** Changes by others come in crowds. */
const GATHER = 2000

export const FETCH_FAILED = 'Failed to fetch properties'

type Connection = PropertyListQuery['properties']

/**
 * The houses that a filter lets through, newest first, page by page as they are asked for. What another saves or
 * changes shows by itself, without losing the place in the list.
 */
export function usePropertyList(filter: PropertyFilter) {
  const { data, error, loading, fetchMore, refetch, updateQuery } = useQuery(PropertyListDocument, {
    variables: { filter, first: PAGE },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  useEffect(() => {
    if (error) tellFailure(error, FETCH_FAILED)
  }, [error])

  const list = useLastAnswer(JSON.stringify(filter), data, error)?.properties
  const count = list?.edges.length ?? 0
  const asking = useRef(false)
  const [stuck, setStuck] = useState(false)
  const ask = async (
    after: string | null,
    first: number,
    join: (known: Connection, read: Connection) => Connection,
  ) => {
    if (asking.current) return
    asking.current = true
    const variables = { filter, after, first }
    try {
      await fetchMore({
        variables,
        updateQuery: (known, { fetchMoreResult: read }) => ({ properties: join(known.properties, read.properties) }),
      })
      setStuck(false)
    } catch (failure) {
      tellFailure(failure, FETCH_FAILED)
      setStuck(true)
    } finally {
      asking.current = false
    }
  }
  const changed = useGathered(() => void ask(null, Math.min(Math.max(count, PAGE), MOST), renewed), GATHER)
  useSubscription(PropertiesChangedDocument, { skip: !list, onData: changed })

  return {
    houses: list?.edges.map(({ node }) => node),
    total: list?.totalCount ?? 0,
    tagsFound: list?.tagsFound ?? NO_TAGS,
    failed: Boolean(error),
    loading,
    /** The last page could not be read. */
    stuck,
    more: list?.pageInfo.hasNextPage ? () => void ask(list.pageInfo.endCursor, PAGE, continued) : undefined,
    reread: () => void refetch().catch(() => undefined),
    /** Takes a deleted house out at once. */
    drop: (id: string) =>
      updateQuery((_, known) =>
        known.complete ? { properties: without(known.previousData.properties, id) } : undefined,
      ),
  }
}

const NO_TAGS: readonly PropertyType[] = []

function without(list: Connection, id: string): Connection {
  const edges = list.edges.filter(({ node }) => node.id !== id)
  return { ...list, edges, totalCount: list.totalCount - (list.edges.length - edges.length) }
}

/** The list with its next page; a house that moved down in the meantime stands in it once. */
export function continued(known: Connection, read: Connection): Connection {
  const seen = new Set(known.edges.map(({ node }) => node.id))
  return { ...read, edges: [...known.edges, ...read.edges.filter(({ node }) => !seen.has(node.id))] }
}

/** The list with its beginning read again; what lay further down than was read stays. */
export function renewed(known: Connection, read: Connection): Connection {
  if (!read.pageInfo.hasNextPage || known.edges.length <= read.edges.length) return read
  const seen = new Set(read.edges.map(({ node }) => node.id))
  const behind = known.edges.slice(read.edges.length).filter(({ node }) => !seen.has(node.id))
  return { ...read, edges: [...read.edges, ...behind], pageInfo: known.pageInfo }
}
