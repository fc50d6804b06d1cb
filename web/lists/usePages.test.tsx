// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LeadFilter, LeadListDocument, type LeadListQuery } from '../gql/graphql.ts'
import { toastError } from '../lib/toasts.ts'
import { renderHookSignedIn } from '../testing/renderSignedIn.tsx'
import type { PageSource } from './pages.ts'
import { usePages } from './useList.ts'

vi.mock('../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

type Leads = LeadListQuery['leads']

const lead = {
  __typename: 'Lead',
  address: '1 Sample St',
  ownerName: null,
  tag: 'STORM',
  priority: 'NORMAL',
  status: 'NEW',
  version: 1,
  createdAt: '2024-02-02T12:00:00Z',
  updatedAt: '2024-02-02T12:00:00Z',
  tenantName: null,
  followUpAt: null,
  source: null,
  contactName: null,
  contactPhone: null,
  value: null,
  rep: null,
  assignedTo: null,
  stage: null,
}

const list: PageSource<Leads> = {
  document: LeadListDocument as PageSource<Leads>['document'],
  connectionOf: (data) => (data as LeadListQuery).leads,
  keyOf: ({ id }) => id,
  isCountedOnRequest: true,
  pageSize: 2,
  failed: 'Failed to fetch leads',
}
const everything: { filter: LeadFilter } = { filter: {} }
const storm: { filter: LeadFilter } = { filter: { tag: 'STORM' } }
let down: boolean
/** The answers wait for this, by the filter and cursor of the request. */
let delays: Record<string, Promise<void>>
let requests: string[]

/** Returns a page of two leads named after the request. Only the first page has another page behind it. */
const server = async (_: unknown, init?: RequestInit) => {
  if (down) return new Response('Bad Gateway', { status: 502 })
  const { variables } = JSON.parse(init?.body as string) as { variables: { filter: LeadFilter; after: string | null } }
  const request = `${variables.filter.tag ?? 'any'} ${variables.after ?? 'top'}`
  requests.push(request)
  await delays[request]
  const names = [1, 2].map((one) => `${request} ${one}`)
  const edges = names.map((id) => ({ cursor: id, node: { ...lead, id } }))
  const pageInfo = { hasNextPage: variables.after === null, endCursor: 'second' }
  return Response.json({ data: { leads: { totalCount: variables.filter.tag ? 3 : 4, edges, pageInfo } } })
}

async function openList() {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  const { result, rerender } = renderHookSignedIn(({ query }) => usePages(list, query), {
    initialProps: { query: everything },
    client,
  })
  const shown = () => result.current.rows.map(({ id }) => id)
  await waitFor(() => expect(shown()).toEqual(['any top 1', 'any top 2']))
  return { pages: result, shown, setQuery: (query: { filter: LeadFilter }) => rerender({ query }) }
}

beforeEach(() => {
  down = false
  delays = {}
  requests = []
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('drops the previous leads when another filter fails to load, and loads it on retry', async () => {
  const { pages, shown, setQuery } = await openList()
  down = true
  setQuery(storm)
  expect(shown()).toEqual(['any top 1', 'any top 2'])
  await waitFor(() => expect(pages.current.failed).toBe(true))
  expect(pages.current.isLoaded).toBe(false)
  expect(toastError).toHaveBeenCalledExactlyOnceWith(list.failed)
  down = false
  act(() => pages.current.retry())
  expect(pages.current.failed).toBe(false)
  await waitFor(() => expect(shown()).toEqual(['STORM top 1', 'STORM top 2']))
})

it('keeps its rows when the next page fails, and waits for a retry', async () => {
  const { pages, shown } = await openList()
  down = true
  act(() => pages.current.loadMore())
  await waitFor(() => expect(pages.current.nextPageFailed).toBe(true))
  expect(shown()).toEqual(['any top 1', 'any top 2'])
  down = false
  act(() => pages.current.loadMore())
  expect(pages.current.nextPageFailed).toBe(false)
  await waitFor(() => expect(shown()).toEqual(['any top 1', 'any top 2', 'any second 1', 'any second 2']))
})

it('a late page of an older filter reaches neither the rows nor the pages of the current one', async () => {
  const { pages, shown, setQuery } = await openList()
  const late = Promise.withResolvers<void>()
  delays = { 'any second': late.promise }
  act(() => pages.current.loadMore())
  await waitFor(() => expect(requests).toContain('any second'))
  setQuery(storm)
  await waitFor(() => expect(shown()).toEqual(['STORM top 1', 'STORM top 2']))
  // The page that is under way does not hold up that of the current filter either.
  act(() => pages.current.loadMore())
  const rows = ['STORM top 1', 'STORM top 2', 'STORM second 1', 'STORM second 2']
  await waitFor(() => expect(shown()).toEqual(rows))
  await act(async () => {
    late.resolve()
    await late.promise
  })
  setQuery({ filter: { tag: 'METAL_ROOF' } })
  await waitFor(() => expect(shown()).toEqual(['METAL_ROOF top 1', 'METAL_ROOF top 2']))
  setQuery(storm)
  await waitFor(() => expect(shown()).toEqual(['STORM top 1', 'STORM top 2']))
  expect(pages.current).toMatchObject({ total: 3, stale: false })
})

it('cached rows are shown at once, follow changes of their records, and are read again when they leave the cache', async () => {
  const cached = { ...list, isCached: true, isCountedOnRequest: false }
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  const open = () => renderHookSignedIn(() => usePages(cached, everything), { client })
  const { result: first, unmount } = open()
  await waitFor(() => expect(first.current.isLoaded).toBe(true))
  act(() => first.current.loadMore())
  await waitFor(() => expect(first.current.rows).toHaveLength(4))
  act(() => {
    const id = client.cache.identify({ __typename: 'Lead', id: 'any second 1' })
    client.cache.modify({ id, fields: { status: () => 'COMPLETED' } })
  })
  expect(first.current.rows.map(({ status }) => status)).toEqual(['NEW', 'NEW', 'COMPLETED', 'NEW'])
  unmount()

  const { result: second } = open()
  expect(second.current.rows.map(({ id }) => id)).toEqual(['any top 1', 'any top 2', 'any second 1', 'any second 2'])
  await waitFor(() => expect(second.current.isLoading).toBe(false))
  requests = []
  act(() => void client.cache.evict({ fieldName: 'leads' }))
  await waitFor(() => expect(requests.toSorted()).toEqual(['any second', 'any top']))
  await waitFor(() => expect(second.current.rows.map(({ status }) => status)).toEqual(['NEW', 'NEW', 'NEW', 'NEW']))
})
