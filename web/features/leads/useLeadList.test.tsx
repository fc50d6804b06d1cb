// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LeadFilter } from '../../gql/graphql.ts'
import { toastError } from '../../lib/toasts.ts'
import type { LeadQuery } from './fetchLeads.ts'
import { FETCH_FAILED, useLeadList } from './useLeadList.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

const everything: LeadQuery = { filter: {} }
const storm: LeadQuery = { filter: { tag: 'STORM' } }
let down: boolean

/** Returns a page of two leads named after the request. Only the first page has another page behind it. */
const server = (_: unknown, init?: RequestInit) => {
  if (down) return Promise.resolve(new Response('Bad Gateway', { status: 502 }))
  const { variables } = JSON.parse(init?.body as string) as { variables: { filter: LeadFilter; after: string | null } }
  const names = [1, 2].map((one) => `${variables.filter.tag ?? 'any'} ${variables.after ?? 'top'} ${one}`)
  const edges = names.map((id) => ({ cursor: id, node: { __typename: 'Lead', id } }))
  const pageInfo = { hasNextPage: variables.after === null, endCursor: 'second' }
  return Promise.resolve(Response.json({ data: { leads: { totalCount: 4, edges, pageInfo } } }))
}

async function openList() {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  const { result, rerender } = renderHook(({ query }) => useLeadList(query), {
    initialProps: { query: everything },
    wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
  })
  const shown = () => result.current.rows.map(({ id }) => id)
  await waitFor(() => expect(shown()).toEqual(['any top 1', 'any top 2']))
  return { list: result, shown, setQuery: (query: LeadQuery) => rerender({ query }) }
}

beforeEach(() => {
  down = false
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('drops the previous leads when another filter fails to load, and loads it on retry', async () => {
  const { list, shown, setQuery } = await openList()
  down = true
  setQuery(storm)
  expect(shown()).toEqual(['any top 1', 'any top 2'])
  await waitFor(() => expect(list.current.failed).toBe(true))
  expect(list.current.isLoaded).toBe(false)
  expect(toastError).toHaveBeenCalledExactlyOnceWith(FETCH_FAILED)
  down = false
  act(() => list.current.retry())
  expect(list.current.failed).toBe(false)
  await waitFor(() => expect(shown()).toEqual(['STORM top 1', 'STORM top 2']))
})

it('keeps its rows when the next page fails, and waits for a retry', async () => {
  const { list, shown } = await openList()
  down = true
  act(() => list.current.loadMore())
  await waitFor(() => expect(list.current.nextPageFailed).toBe(true))
  expect(shown()).toEqual(['any top 1', 'any top 2'])
  down = false
  act(() => list.current.loadMore())
  expect(list.current.nextPageFailed).toBe(false)
  await waitFor(() => expect(shown()).toEqual(['any top 1', 'any top 2', 'any second 1', 'any second 2']))
})
