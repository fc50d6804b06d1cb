// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { MapPropertyDocument } from '../../gql/graphql.ts'
import { useProperty, useReadInView } from './useProperty.ts'

vi.mock('../../session/person/MeProvider.tsx', () => ({
  useMe: () => ({ id: 'riley', fullName: 'Riley Example', tenant: null, abilities: { viewAs: false } }),
}))

const property = {
  __typename: 'Property' as const,
  id: 'house',
  address: '1031 W 11th Demo St, Demo Town, IN',
  streetNumber: '1031',
  streetName: 'W 11th Demo St',
  city: 'Demo Town',
  state: 'IN',
  zipCode: null,
  lat: 39.77,
  lng: -86.16,
  ownerName: null,
  ownerAddress: null,
  ownerPhone: null,
  ownerEmail: null,
  parcelId: null,
  notes: null,
  accessNote: null,
  language: null,
  unconfirmed: false,
  priority: 'NORMAL' as const,
  status: 'NEW' as const,
  tags: [],
  limited: false,
  assignedTo: null,
  knocks: [],
}
const server = vi.fn<typeof fetch>()
const onFailed = vi.fn<(error: unknown) => void>()

interface Setup {
  cached?: boolean
  inView?: { id: string; lat: number; lng: number }[]
}

function renderUseProperty({ cached = false, inView = [] }: Setup = {}) {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  if (cached) client.writeQuery({ query: MapPropertyDocument, variables: { id: 'house' }, data: { property } })
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>
  const useHouse = () => {
    useReadInView(inView)
    return useProperty('house', { onFailed })
  }
  return renderHook(useHouse, { wrapper }).result
}

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('every failed attempt to load a property is reported', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  server.mockResolvedValueOnce(Response.json({ data: { property } }))
  const hook = renderUseProperty()
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1))
  act(() => hook.current.refresh())
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(2))
  act(() => hook.current.refresh())
  await waitFor(() => expect(hook.current.property?.streetNumber).toBe('1031'))
  expect(onFailed).toHaveBeenCalledTimes(2)
})

it('cached data stays if a refetch fails, and no error is reported', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const hook = renderUseProperty({ cached: true })
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  await act(async () => undefined)
  expect(hook.current.property?.streetNumber).toBe('1031')
  expect(onFailed).not.toHaveBeenCalled()
})

it('a house that another query has read opens without a connection', async () => {
  server.mockResolvedValueOnce(Response.json({ data: { properties: { edges: [{ node: property }] } } }))
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const hook = renderUseProperty({ inView: [{ id: 'house', lat: 39.77, lng: -86.16 }] })
  await waitFor(() => expect(hook.current.property?.address).toBe(property.address))
})
