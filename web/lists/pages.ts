import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { createListeners } from '../lib/store.ts'
import { toastFailure } from '../session/failureToasts.ts'
import { appendRange, type Page, type Range, replaceRange } from './ranges.ts'

/** A page as the server answers it. */
export interface Connection<Row = unknown> {
  edges: readonly { node: Row }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
  totalCount?: number | undefined
}

export type RowOf<Whole extends Connection> = Whole['edges'][number]['node']

/** Where the rows of a list come from. */
export interface PageSource<Whole extends Connection> {
  document: TypedDocumentNode<object, OperationVariables>
  connectionOf(data: object): Whole
  /** What identifies a row. */
  keyOf(this: void, row: RowOf<Whole>): string
  /** Rows of a page. */
  pageSize: number
  /** The toast and the title of the error after a failure. */
  failed: string
  /** The rows are in the cache, too: they are shown at once when the user returns, and follow changes of their records. */
  isCached?: boolean
  /** The document counts the rows only with the variable `counted`. */
  isCountedOnRequest?: boolean
}

export interface PagesState<Whole extends Connection> {
  ranges: readonly Range<RowOf<Whole>>[]
  /** The newest answer to the first page, for what a list says beside its rows. */
  head: Whole | undefined
  /** The number of rows on all pages. */
  total: number
  /** The cursor of the next page; null after the last one. */
  next: string | null
  isLoaded: boolean
  isLoading: boolean
  failed: boolean
  /** The next page failed to load. The user has to retry. */
  nextPageFailed: boolean
}

export type Pages<Whole extends Connection> = ReturnType<typeof createPages<Whole>>

/**
 * The rows of one query, loaded page by page. Each query has pages of its own, and an answer reaches only the pages that asked for
 * it, so a late answer cannot add rows to another query. After a change the rendered ranges are read again, and the others when
 * they scroll into view, so the cost does not grow with the list. The rows are not read from the cache as one list, because each
 * added page would read all of them again.
 */
export function createPages<Whole extends Connection>(
  client: ApolloClient,
  source: PageSource<Whole>,
  query: OperationVariables,
  firstSize: number,
) {
  type Row = RowOf<Whole>
  const { keyOf, pageSize } = source
  let state: PagesState<Whole> = {
    ranges: [],
    head: undefined,
    total: 0,
    next: null,
    isLoaded: false,
    isLoading: true,
    failed: false,
    nextPageFailed: false,
  }
  /** Increases with each change of the list, so that an older answer does not replace a newer one. */
  let version = 0
  let isStarted = false
  let loadingPage: string | null = null
  const underWay = new Map<string | null, { version: number; answer: Promise<void> }>()
  /** The ranges with rendered rows, by their cursor; null while the list does not say so, and all are read again. */
  let rendered: readonly (string | null)[] | null = null
  const { notify, subscribe } = createListeners()
  /** The sizes of the pages that were read, by their cursors, and what ends watching them in the cache. */
  const sizes = new Map<string | null, number>()
  const watches = new Map<string | null, () => void>()
  const documentInCache = client.cache.transformDocument(source.document)

  const set = (change: Partial<PagesState<Whole>>) => {
    state = { ...state, ...change }
    notify()
  }
  const variablesOf = (after: string | null, first: number, counted = true): OperationVariables => ({
    ...query,
    first,
    after,
    ...(source.isCountedOnRequest ? { counted } : {}),
  })

  async function fetchPage(after: string | null, first: number, counted?: boolean): Promise<Whole> {
    const { data } = await client.query({
      query: source.document,
      variables: variablesOf(after, first, counted),
      fetchPolicy: source.isCached ? 'network-only' : 'no-cache',
    })
    if (!data) throw new Error('No answer')
    return source.connectionOf(data)
  }

  function accept(after: string | null, first: number, whole: Whole, versionOfAnswer: number): void {
    const page = toPage(whole)
    const known = state.ranges.find((range) => range.after === after)
    // A newer answer is there already, or the list has another end by now.
    if (known ? known.version >= versionOfAnswer : after !== state.next) return
    const ranges = known
      ? replaceRange(state.ranges, after, page, versionOfAnswer, keyOf)
      : appendRange(state.ranges, { after, rows: page.rows, version: versionOfAnswer }, keyOf)
    set({
      ranges,
      total: whole.totalCount ?? (state.isLoaded ? state.total : page.rows.length),
      ...(ranges.at(-1)!.after === after ? { next: page.hasMore ? page.endCursor : null } : {}),
      ...(after === null ? { head: whole } : {}),
      isLoaded: true,
      failed: false,
    })
    sizes.set(after, first)
    watch(after)
  }

  /** Shows changes of the records in a range. Rows that are no longer in the cache are read again. */
  function watch(after: string | null): void {
    if (!source.isCached || !isStarted) return
    watches.get(after)?.()
    const stop = client.cache.watch<object>({
      query: documentInCache,
      variables: variablesOf(after, sizes.get(after)!),
      optimistic: true,
      callback: ({ complete, result }) => {
        if (!complete || !result) {
          version += 1
          return void refresh(after)
        }
        const range = state.ranges.find((candidate) => candidate.after === after)
        const page = toPage(source.connectionOf(result as object))
        if (range) set({ ranges: replaceRange(state.ranges, after, page, range.version, keyOf) })
      },
    })
    watches.set(after, stop)
  }

  /** Reads a range, unless that is under way already. Resolves when its rows are there, and rejects after a failure. */
  function read(after: string | null, first: number): Promise<void> {
    const known = underWay.get(after)
    if (known && known.version >= version) return known.answer
    const versionOfRequest = version
    const answer = fetchPage(after, first)
      .then((whole) => accept(after, first, whole, versionOfRequest))
      .finally(() => {
        if (underWay.get(after)?.answer === answer) underWay.delete(after)
      })
    underWay.set(after, { version: versionOfRequest, answer })
    return answer
  }

  async function refresh(after: string | null): Promise<void> {
    const range = state.ranges.find((candidate) => candidate.after === after)
    if (!range || range.version >= version) return
    // One page more than before, so that added rows fit. After a failure the rows on screen stay until the next change.
    await read(after, Math.min(range.rows.length + pageSize, MAX_PAGE_SIZE)).catch(() => undefined)
  }

  function load(): void {
    version += 1
    set({ isLoading: true })
    read(null, firstSize)
      .then(() => set({ isLoading: false, failed: false }))
      .catch((error: unknown) => {
        if (!isStarted) return
        set({ isLoading: false, failed: true })
        toastFailure(error, source.failed)
      })
  }

  /** Takes the pages that the cache has, as the user left them. */
  function readCache(after: string | null, first: number): void {
    const options = { query: documentInCache, variables: variablesOf(after, first) }
    const cached = client.cache.readQuery<object>(options)
    if (!cached) return
    accept(after, first, source.connectionOf(cached), version)
    if (state.next !== null) readCache(state.next, pageSize)
  }
  if (source.isCached) readCache(null, firstSize)

  return {
    subscribe,
    getState: () => state,
    /** Loads the first page, and returns a function that ends it. */
    start: () => {
      isStarted = true
      for (const after of sizes.keys()) watch(after)
      load()
      return () => {
        isStarted = false
        for (const stop of watches.values()) stop()
      }
    },
    /** Loads the first page again after a failure. */
    retry: () => {
      if (!state.isLoaded) set({ failed: false })
      load()
    },
    loadMore: () => {
      const after = state.next
      if (after === null || loadingPage === after) return
      loadingPage = after
      const versionOfRequest = version
      set({ isLoading: true, nextPageFailed: false })
      fetchPage(after, pageSize, false)
        .then((whole) => accept(after, pageSize, whole, versionOfRequest))
        .catch((error: unknown) => {
          if (!isStarted) return
          set({ nextPageFailed: true })
          toastFailure(error, source.failed)
        })
        .finally(() => {
          loadingPage = null
          set({ isLoading: false })
        })
    },
    /** Reads the rendered rows again, and resolves when they are on the screen or the request has failed. */
    reload: async () => {
      version += 1
      await Promise.all((rendered ?? state.ranges.map(({ after }) => after)).map(refresh))
    },
    /** Call with the first and last rendered index, which decide what is read again. */
    onRowsRendered: (first: number, last: number) => {
      let start = 0
      rendered = state.ranges.flatMap(({ after, rows }) => {
        const isRendered = start <= last && start + rows.length > first
        start += rows.length
        return isRendered ? [after] : []
      })
      for (const after of rendered) void refresh(after)
    },
    /** Replaces the ranges, unless the function returns null. */
    change: (replace: (ranges: readonly Range<Row>[]) => readonly Range<Row>[] | null) =>
      set({ ranges: replace(state.ranges) ?? state.ranges }),
    /** Removes a deleted row at once. */
    remove: (key: string) =>
      set({
        ranges: state.ranges.map((range) => ({ ...range, rows: range.rows.filter((row) => keyOf(row) !== key) })),
        total: state.total - 1,
      }),
  }
}

/** The server's limit. */
const MAX_PAGE_SIZE = 1000

function toPage<Whole extends Connection>({ edges, pageInfo }: Whole): Page<RowOf<Whole>> {
  return {
    rows: edges.map(({ node }) => node),
    endCursor: pageInfo.endCursor ?? null,
    hasMore: pageInfo.hasNextPage,
  }
}
