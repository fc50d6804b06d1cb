// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MapPropertyDocument } from '../../gql/graphql.ts'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { useProperty, useReadInView } from './useProperty.ts'

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
  doNotKnock: null,
  assignedTo: null,
  building: null,
  knocks: [],
}
const server = vi.fn<typeof fetch>()
const onFailed = vi.fn<(error: unknown) => void>()

interface Setup {
  cached?: boolean
  inView?: { id: string; lat: number; lng: number }[]
  /** Whether the house is open from the beginning. */
  opened?: boolean
}

function renderUseProperty({ cached = false, inView = [], opened = true }: Setup = {}) {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  if (cached) client.writeQuery({ query: MapPropertyDocument, variables: { id: 'house' }, data: { property } })
  const useShownProperty = ({ id, changes }: { id: string | undefined; changes: number }) => {
    const { isFresh } = useReadInView(inView, changes)
    return useProperty(id, { isFresh: isFresh(id), onFailed })
  }
  return renderHookSignedIn(useShownProperty, {
    client,
    initialProps: { id: opened ? 'house' : undefined, changes: 0 },
  })
}

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('every failed attempt to load a property is reported', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  server.mockResolvedValueOnce(Response.json({ data: { property } }))
  const { result: hook } = renderUseProperty()
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1))
  act(() => hook.current.refresh())
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(2))
  act(() => hook.current.refresh())
  await waitFor(() => expect(hook.current.property?.streetNumber).toBe('1031'))
  expect(onFailed).toHaveBeenCalledTimes(2)
})

it('cached data stays if a refetch fails, and no error is reported', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const { result: hook } = renderUseProperty({ cached: true })
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  await act(async () => undefined)
  expect(hook.current.property?.streetNumber).toBe('1031')
  expect(onFailed).not.toHaveBeenCalled()
})

it('a house that another query has read opens without a connection', async () => {
  server.mockResolvedValueOnce(Response.json({ data: { properties: { edges: [{ node: property }] } } }))
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const { result: hook } = renderUseProperty({ inView: [{ id: 'house', lat: 39.77, lng: -86.16 }] })
  await waitFor(() => expect(hook.current.property?.address).toBe(property.address))
})

it('a house that was read in advance is not read again, until others have changed something', async () => {
  const inView = [{ id: 'house', lat: 39.77, lng: -86.16 }]
  server.mockResolvedValueOnce(Response.json({ data: { properties: { edges: [{ node: property }] } } }))
  const { result: hook, rerender } = renderUseProperty({ inView, opened: false })
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  await act(async () => undefined)
  rerender({ id: 'house', changes: 0 })
  await waitFor(() => expect(hook.current.property?.status).toBe('NEW'))
  expect(server).toHaveBeenCalledTimes(1)
  server.mockResolvedValueOnce(Response.json({ data: { property: { ...property, status: 'INTERESTED' } } }))
  rerender({ id: 'house', changes: 1 })
  await waitFor(() => expect(hook.current.property?.status).toBe('INTERESTED'))
  expect(server).toHaveBeenCalledTimes(2)
})
