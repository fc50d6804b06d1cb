// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HouseDocument } from '../../gql/graphql.ts'
import { toastError, toastUndo } from '../../lib/toasts.ts'
import { MockDataProvider } from '../../session/mockData.ts'
import { useKnocks } from './useKnocks.ts'

vi.mock('../../lib/toasts.ts', () => ({
  LONG_TOAST: 6000,
  dismissToast: vi.fn(),
  toastError: vi.fn(),
  toastUndo: vi.fn(),
}))

const house = {
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
  parcelId: null,
  unconfirmed: false,
  priority: 'NORMAL' as const,
  status: 'NEW' as const,
  tags: [],
  knocks: [],
}
const riley = { id: 'riley', fullName: 'Riley Example' }

const server = vi.fn<typeof fetch>()
const calls = () =>
  server.mock.calls.map(
    ([, init]) =>
      JSON.parse(init?.body as string) as { operationName: string; variables: { input?: { eventId: string } } },
  )
const accepts =
  (operation: 'logKnock' | 'withdrawKnock', error: string | null = null) =>
  async () =>
    Response.json({ data: { [operation]: { eventId: 'e', replayed: false, error, property: null } } })

function start({ mock = false } = {}) {
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } }),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  client.writeQuery({ query: HouseDocument, variables: { id: 'house' }, data: { property: house } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <MockDataProvider value={mock}>{children}</MockDataProvider>
    </ApolloProvider>
  )
  const { result } = renderHook(() => useKnocks(riley), { wrapper })
  const seen = () => client.readQuery({ query: HouseDocument, variables: { id: 'house' } })?.property
  return { result, seen }
}
const undo = () => act(async () => vi.mocked(toastUndo).mock.lastCall?.[1]())

beforeEach(() => {
  localStorage.clear()
  server.mockReset()
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('a knock', () => {
  it('at an invented door is refused with the reason, and neither shown nor kept for later', async () => {
    const { result, seen } = start({ mock: true })
    await act(async () => void result.current.knock(house, 'INTERESTED'))
    expect(toastError).toHaveBeenCalledWith(expect.stringMatching(/^Mock data is on/), expect.anything())
    expect(seen()?.status).toBe('NEW')
    expect(localStorage).toHaveLength(0)
    expect(server).not.toHaveBeenCalled()
  })

  it('shows at once, before the server has answered', async () => {
    server.mockImplementation(() => new Promise(() => {}))
    const { result, seen } = start()
    await act(async () => void result.current.knock(house, 'INTERESTED'))
    expect(seen()?.status).toBe('INTERESTED')
    expect(seen()?.knocks[0]).toMatchObject({ outcome: 'INTERESTED', rep: { fullName: 'Riley Example' } })
    expect(toastUndo).toHaveBeenCalledWith('Interested · 1031', expect.any(Function), expect.anything())
  })

  it('waits when the server cannot be reached, and is sent later with the same event id', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    server.mockImplementationOnce(accepts('logKnock'))
    const { result, seen } = start()
    await act(async () => void result.current.knock(house, 'TALKED'))
    await waitFor(() => expect(result.current.waiting).toHaveLength(1))
    expect(seen()?.status).toBe('CONTACTED')
    await act(async () => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(result.current.waiting).toHaveLength(0))
    const [first, second] = calls().map(({ variables }) => variables.input?.eventId)
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  it('that waits is taken back without the server ever hearing of it', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { result, seen } = start()
    await act(async () => void result.current.knock(house, 'TALKED'))
    await waitFor(() => expect(result.current.waiting).toHaveLength(1))
    await undo()
    expect(result.current.waiting).toHaveLength(0)
    expect(seen()).toMatchObject({ status: 'NEW', knocks: [] })
    expect(calls()).toHaveLength(1)
  })

  it('that the server has is withdrawn by its event id', async () => {
    server.mockImplementationOnce(accepts('logKnock')).mockImplementationOnce(accepts('withdrawKnock'))
    const { result, seen } = start()
    await act(async () => void result.current.knock(house, 'NOT_INTERESTED'))
    await waitFor(() => expect(localStorage.length).toBe(0))
    await undo()
    await waitFor(() => expect(calls()).toHaveLength(2))
    expect(calls()[1]).toMatchObject({
      operationName: 'WithdrawKnock',
      variables: { eventId: calls()[0]?.variables.input?.eventId },
    })
    expect(seen()?.status).toBe('NEW')
  })

  it('that is refused goes back to what was there, with the server’s reason', async () => {
    server.mockImplementationOnce(accepts('logKnock', 'This house is gone'))
    const { result, seen } = start()
    await act(async () => void result.current.knock(house, 'INTERESTED'))
    await waitFor(() => expect(toastError).toHaveBeenCalledWith(`${house.address}: This house is gone`))
    expect(seen()).toMatchObject({ status: 'NEW', knocks: [] })
    expect(localStorage.length).toBe(0)
  })
})
