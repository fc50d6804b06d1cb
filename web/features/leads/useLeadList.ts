import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toastFailure } from '../../session/failureToasts.ts'
import { useShown } from '../../session/outbox/useOutbox.ts'
import { type LeadRange, replaceRange } from './leadRanges.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'
import { fetchLeads, type LeadQuery } from './fetchLeads.ts'

export const FETCH_FAILED = 'Failed to fetch leads'
/** Rows of a page. */
export const PAGE_SIZE = 50

interface LoadedList {
  query: LeadQuery
  ranges: readonly LeadRange[]
  total: number
  /** The cursor of the next page; null after the last one. */
  next: string | null
}

/**
 * The leads of a query, loaded page by page. After a change the rendered ranges are
 * refetched, and the others when they scroll into view, so the cost does not grow with the list. The rows are kept in state and
 * not in the Apollo cache, which re-reads the whole list for every added page. While another query loads, the previous
 * rows stay; when it fails, they are removed, because they do not match it.
 */
export function useLeadList(query: LeadQuery, firstPage = PAGE_SIZE) {
  const client = useApolloClient()
  const [list, setList] = useState<LoadedList | null>(null)
  const [failed, setFailed] = useState<LeadQuery | null>(null)
  /** The cursor of a page that failed to load. */
  const [failedPage, setFailedPage] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  // The newest state, for answers that arrive after the render they were requested in.
  const current = useRef<LoadedList | null>(null)
  const update = useCallback((ofQuery: LeadQuery, change: (before: LoadedList) => LoadedList) => {
    const before = current.current
    if (before?.query !== ofQuery) return
    current.current = change(before)
    setList(current.current)
  }, [])
  const version = useRef(0)
  /** The ranges with rendered rows, by their cursor. */
  const rendered = useRef<readonly (string | null)[]>([null])

  useEffect(() => {
    let isObsolete = false
    fetchLeads(client, query, { first: firstPage, after: null, counted: true })
      .then(({ rows, endCursor, hasMore, total }) => {
        if (isObsolete) return
        const ranges = [{ after: null, rows, version: version.current }]
        current.current = { query, ranges, total: total ?? rows.length, next: hasMore ? endCursor : null }
        setList(current.current)
        setFailed(null)
      })
      .catch((error: unknown) => {
        if (isObsolete) return
        if (current.current?.query !== query) {
          current.current = null
          setList(null)
        }
        setFailed(query)
        toastFailure(error, FETCH_FAILED)
      })
    return () => {
      isObsolete = true
    }
  }, [client, query, firstPage, attempts])

  const loadingPage = useRef<string | null>(null)
  const loadMore = useCallback(() => {
    const after = current.current?.query === query ? current.current.next : null
    if (!after || loadingPage.current === after) return
    loadingPage.current = after
    setFailedPage(null)
    fetchLeads(client, query, { first: PAGE_SIZE, after, counted: false })
      .then(({ rows, endCursor, hasMore }) =>
        update(query, (before) => ({
          ...before,
          ranges: [...before.ranges, { after, rows, version: version.current }],
          next: hasMore ? endCursor : null,
        })),
      )
      .catch((error: unknown) => {
        setFailedPage(after)
        toastFailure(error, FETCH_FAILED)
      })
      .finally(() => {
        loadingPage.current = null
      })
  }, [client, query, update])

  const refresh = useCallback(
    async (after: string | null): Promise<void> => {
      if (current.current?.query !== query) return
      const range = current.current.ranges.find((candidate) => candidate.after === after)
      const newVersion = version.current
      if (!range || range.version >= newVersion) return
      // One page more than before, so that added leads fit.
      await fetchLeads(client, query, { first: range.rows.length + PAGE_SIZE, after, counted: true })
        .then(({ total, ...page }) =>
          update(query, (before) => ({
            ...before,
            ranges: replaceRange(before.ranges, after, page, newVersion),
            total: total ?? before.total,
          })),
        )
        // The rows on screen stay. The next change refetches them.
        .catch(() => undefined)
    },
    [client, query, update],
  )
  const reload = useCallback(async () => {
    version.current += 1
    await Promise.all(rendered.current.map(refresh))
  }, [refresh])
  useOnLeadsChanged(() => void reload())
  const onRowsRendered = useCallback(
    (first: number, last: number) => {
      let start = 0
      rendered.current = (current.current?.ranges ?? []).flatMap(({ after, rows }) => {
        const isRendered = start <= last && start + rows.length > first
        start += rows.length
        return isRendered ? [after] : []
      })
      for (const after of rendered.current) void refresh(after)
    },
    [refresh],
  )

  const stale = list !== null && list.query !== query
  return {
    isLoaded: list !== null,
    rows: useShown(useMemo(() => list?.ranges.flatMap(({ rows }) => rows) ?? [], [list])),
    total: list?.total ?? 0,
    hasMore: list?.next != null,
    loadMore,
    /** The next page failed to load. The user has to retry. */
    nextPageFailed: failedPage !== null && failedPage === list?.next,
    /** Call with the first and last rendered index, which decide what is refetched. */
    onRowsRendered,
    /** Refetches the rendered rows, and resolves when they are on the screen or the request has failed. */
    reload,
    /** Replaces the ranges. The function is stable, because rows depend on it. */
    change: useCallback(
      (replace: (ranges: readonly LeadRange[]) => readonly LeadRange[] | null) => {
        const queryOfList = current.current?.query
        if (queryOfList)
          update(queryOfList, (before) => ({ ...before, ranges: replace(before.ranges) ?? before.ranges }))
      },
      [update],
    ),
    /** The rows still belong to the previous query. */
    stale,
    failed: failed === query,
    retry: () => {
      setFailed(null)
      setAttempts((before) => before + 1)
    },
  }
}
