import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useOnReconnect } from '../lib/liveConnection.ts'
import { type FilterValues, useUrlFilters } from '../lib/urlFilters.ts'
import { useUrlOrder } from '../lib/urlOrder.ts'
import { useTypedFilter } from '../lib/useTypedFilter.ts'
import { useShown } from '../session/outbox/useOutbox.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import type { List } from './defineList.ts'
import { type Filters, toInput, toInputOfQuery } from './filters.ts'
import { type Connection, createPages, type Pages, type RowOf } from './pages.ts'

/** A list with the filters and the order of the URL, and its rows. */
export function useList<Whole extends Connection, Definitions extends Filters, Field extends string, Input>(
  list: List<Whole, Definitions, Field, Input>,
) {
  const url = useListUrl(list)
  return { ...url, ...usePages(list, { filter: url.filter, orderBy: url.orderBy }) }
}

/** The filters and the order of a list, which only the URL owns. The search is applied after typing pauses. */
export function useListUrl<Whole extends Connection, Definitions extends Filters, Field extends string, Input>(
  list: List<Whole, Definitions, Field, Input>,
) {
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(list.filters)
  const setSearch = useCallback(
    ({ search }: { search: string }) => setFilters({ search } as unknown as Partial<FilterValues<Definitions>>),
    [setFilters],
  )
  const { typed, setTyped, reset } = useTypedFilter((filters as Record<string, string>)['search'] ?? '', setSearch)
  const options = useInputOptions()
  return {
    filters,
    setFilters,
    typed,
    setTyped,
    isFiltered,
    clear: () => {
      reset()
      clearFilters()
    },
    /** The filters as GraphQL input. */
    filter: useStable(toInput<Input, Definitions>(list.filters, filters, options)),
    ...useUrlOrder(list.orders),
  }
}

/** The rows of a query; those of the query before while it loads, unless it fails. */
export function usePages<Whole extends Connection>(
  list: Pick<List<Whole>, 'useOnChanged'> & Parameters<typeof createPages<Whole>>[1],
  query: object,
  firstSize = list.pageSize,
) {
  const client = useApolloClient()
  const stableQuery = useStable(query)
  const pages: Pages<Whole> = useMemo(
    () => createPages(client, list, stableQuery as Record<string, unknown>, firstSize),
    [client, list, stableQuery, firstSize],
  )
  const current = useSyncExternalStore(pages.subscribe, pages.getState)
  useEffect(() => pages.start(), [pages])
  const reload = useCallback(() => void pages.reload(), [pages])
  const useOnChanged = list.useOnChanged ?? useNoChanges
  useOnChanged(reload)
  useOnReconnect(reload)
  const latest = useRef(pages)
  useEffect(() => {
    latest.current = pages
  }, [pages])

  const [kept, setKept] = useState(current)
  const isKnown = current.isLoaded || current.failed
  if (isKnown && kept !== current) setKept(current)
  const { ranges, next, ...shown } = isKnown ? current : kept
  return {
    ...shown,
    rows: useShown(useMemo((): RowOf<Whole>[] => ranges.flatMap(({ rows }) => [...rows]), [ranges])),
    /** The rows still belong to the previous query. */
    stale: !isKnown && kept.isLoaded,
    isLoading: current.isLoading,
    failed: current.failed,
    hasMore: next !== null,
    loadMore: pages.loadMore,
    retry: pages.retry,
    reload: pages.reload,
    remove: pages.remove,
    onRowsRendered: pages.onRowsRendered,
    /** Replaces the ranges. The function is stable, because rows depend on it. */
    change: useCallback<Pages<Whole>['change']>((replace) => latest.current.change(replace), []),
  }
}

/** The number of rows in a view, such as '1,024'; undefined until it is known. */
export function useViewTotal({ filters, total, useOnChanged = useNoChanges }: List, query: string): number | undefined {
  const filter = useStable(toInputOfQuery<object, Filters>(filters, query, useInputOptions()))
  const { data, refetch } = useQuery(total.document, { variables: { filter }, fetchPolicy: 'no-cache' })
  useOnChanged(() => void refetch().catch(() => undefined))
  return data && total.countOf(data)
}

const useNoChanges = () => undefined

function useInputOptions() {
  const [openedAt] = useState(Date.now)
  return { openedAt, hasTenant: useSession().view.tenantId !== null }
}

/** Keeps the same object while its content is unchanged. */
function useStable<Value>(value: Value): Value {
  const json = JSON.stringify(value)
  return useMemo(() => JSON.parse(json) as Value, [json])
}

/** What `useListUrl` returns for a list. */
export type ListUrl<Declared> =
  Declared extends List<infer Whole, infer Definitions, infer Field, infer Input>
    ? ReturnType<typeof useListUrl<Whole, Definitions, Field, Input>>
    : never
