import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LeadFilter } from '../../gql/graphql.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { type LeadRange, replaceRange } from './leadRanges.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'
import { fetchLeads } from './fetchLeads.ts'

export const FETCH_FAILED = 'Failed to fetch leads'
/** Rows of a page. */
export const PAGE_SIZE = 50

interface LoadedList {
  filter: LeadFilter
  ranges: readonly LeadRange[]
  total: number
  /** The cursor of the next page; null after the last one. */
  next: string | null
}

/**
 * The leads that match the filter, newest first, loaded page by page. After a change the ranges in view are refetched,
 * and the others when they scroll into view, so the cost does not grow with the list. The rows are kept in state and
 * not in the Apollo cache, which re-reads the whole list for every added page. While another filter loads, the previous
 * rows stay; when it fails, they are removed, because they do not match the filter.
 */
export function useLeadList(filter: LeadFilter, firstPage = PAGE_SIZE) {
  const client = useApolloClient()
  const [listed, setListed] = useState<LoadedList | null>(null)
  const [failed, setFailed] = useState<LeadFilter | null>(null)
  const [stuck, setStuck] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  // The newest state, for answers that arrive after the render they were requested in.
  const current = useRef<LoadedList | null>(null)
  const update = useCallback((filterOf: LeadFilter, change: (before: LoadedList) => LoadedList) => {
    const before = current.current
    if (before?.filter !== filterOf) return
    current.current = change(before)
    setListed(current.current)
  }, [])
  const version = useRef(0)
  const near = useRef(new Set<string | null>())

  useEffect(() => {
    let left = false
    fetchLeads(client, filter, { first: firstPage, after: null, counted: true })
      .then(({ rows, endCursor, hasMore, total }) => {
        if (left) return
        const ranges = [{ after: null, rows, version: version.current }]
        current.current = { filter, ranges, total: total ?? rows.length, next: hasMore ? endCursor : null }
        setListed(current.current)
        setFailed(null)
      })
      .catch((error: unknown) => {
        if (left) return
        if (current.current?.filter !== filter) {
          current.current = null
          setListed(null)
        }
        setFailed(filter)
        toastFailure(error, FETCH_FAILED)
      })
    return () => {
      left = true
    }
  }, [client, filter, firstPage, attempts])

  const reading = useRef<string | null>(null)
  const loadMore = useCallback(() => {
    const after = current.current?.filter === filter ? current.current.next : null
    if (!after || reading.current === after) return
    reading.current = after
    setStuck(null)
    fetchLeads(client, filter, { first: PAGE_SIZE, after, counted: false })
      .then(({ rows, endCursor, hasMore }) =>
        update(filter, (before) => ({
          ...before,
          ranges: [...before.ranges, { after, rows, version: version.current }],
          next: hasMore ? endCursor : null,
        })),
      )
      .catch((error: unknown) => {
        setStuck(after)
        toastFailure(error, FETCH_FAILED)
      })
      .finally(() => {
        reading.current = null
      })
  }, [client, filter, update])

  const refresh = useCallback(
    (after: string | null) => {
      if (current.current?.filter !== filter) return
      const range = current.current.ranges.find((one) => one.after === after)
      const asOf = version.current
      if (!range || range.version >= asOf) return
      // One page more than before, so that added leads fit.
      fetchLeads(client, filter, { first: range.rows.length + PAGE_SIZE, after, counted: true })
        .then(({ total, ...page }) =>
          update(filter, (before) => ({
            ...before,
            ranges: replaceRange(before.ranges, after, page, asOf),
            total: total ?? before.total,
          })),
        )
        // The rows on screen stay. The next change refetches them.
        .catch(() => undefined)
    },
    [client, filter, update],
  )
  useOnLeadsChanged(() => {
    version.current += 1
    for (const after of near.current) refresh(after)
  })
  const onNear = useCallback(
    (after: string | null, isNear: boolean) => {
      if (!isNear) return near.current.delete(after)
      near.current.add(after)
      return refresh(after)
    },
    [refresh],
  )

  const stale = listed !== null && listed.filter !== filter
  return {
    ranges: listed?.ranges,
    rows: useMemo(() => listed?.ranges.flatMap(({ rows }) => rows) ?? [], [listed]),
    total: listed?.total ?? 0,
    hasMore: listed?.next != null,
    more: loadMore,
    /** The next page failed to load. The user has to retry. */
    stuck: stuck !== null && stuck === listed?.next,
    onNear,
    /** Replaces the ranges. The function is stable, because rows depend on it. */
    change: useCallback(
      (make: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => {
        const shown = current.current
        if (shown) update(shown.filter, (before) => ({ ...before, ranges: make(before.ranges) ?? before.ranges }))
      },
      [update],
    ),
    /** The rows still belong to the previous filter. */
    stale,
    failed: failed === filter,
    retry: () => {
      setFailed(null)
      setAttempts((before) => before + 1)
    },
  }
}
