// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MapPropertyDocument } from '../../gql/graphql.ts'
import { toastError, toastUndo } from '../../lib/toasts.ts'
import { MockDataProvider } from '../../session/mockData.ts'
import { clearStorage, OUTBOX_KEY_PREFIX } from '../../session/storage.ts'
import type { PendingKnock } from './knockOutbox.ts'
import OutboxSender from './OutboxSender.tsx'
import { useKnocks } from './useKnocks.ts'
import OutboxNote from './OutboxNote.tsx'

vi.mock('../../lib/toasts.ts', () => ({
  LONG_TOAST_MS: 6000,
  dismissToast: vi.fn(),
  toastError: vi.fn(),
  toastUndo: vi.fn(),
}))

const riley = { id: 'riley', fullName: 'Riley Example', outboxName: 'riley' }
const signedIn = vi.hoisted(() => ({ me: {} }))
vi.mock('../../session/MeProvider.tsx', () => ({ useMe: () => signedIn.me }))

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
  parcelId: null,
  notes: null,
  unconfirmed: false,
  priority: 'NORMAL' as const,
  status: 'NEW' as const,
  tags: [],
  limited: false,
  assignedTo: null,
  knocks: [],
}

const marker = {
  __typename: 'MapMarker',
  lat: 39.77,
  lng: -86.16,
  streetNumber: '1031',
  status: 'NEW',
  priority: 'NORMAL',
}

const server = vi.fn<typeof fetch>()
const calls = () =>
  server.mock.calls.map(
    ([, init]) =>
      JSON.parse(init?.body as string) as {
        operationName: string
        variables: { input?: { eventId: string; propertyId?: string; outcome?: string } }
      },
  )
const respondWith =
  (operation: 'logKnock' | 'withdrawKnock', error: string | null = null) =>
  async () =>
    Response.json({ data: { [operation]: { eventId: 'e', replayed: false, error, property: null } } })

function createWrapper({ mock = false } = {}) {
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } }),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  client.writeQuery({ query: MapPropertyDocument, variables: { id: 'house' }, data: { property } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <MockDataProvider value={mock}>
        {children}
        <OutboxSender />
      </MockDataProvider>
    </ApolloProvider>
  )
  return { client, wrapper }
}

/** The hook as the map uses it, with the sender that runs on every screen. */
function renderUseKnocks(options?: { mock: boolean }) {
  const { client, wrapper } = createWrapper(options)
  const { result } = renderHook(() => useKnocks(riley), { wrapper })
  const cachedProperty = () => client.readQuery({ query: MapPropertyDocument, variables: { id: 'house' } })?.property
  return { result, cachedProperty }
}

/** Renders a screen other than the map, for a user who may have unsent knocks. */
const openApp = (me: { id: string; tenant?: { id: string }; viewAs?: boolean }) => {
  signedIn.me = { fullName: 'Somebody Example', tenant: null, ...me, abilities: { viewAs: me.viewAs ?? false } }
  render(<OutboxNote />, { wrapper: createWrapper().wrapper })
}
const unsentKnock: PendingKnock = {
  kind: 'knock',
  eventId: 'of yesterday',
  propertyId: 'house',
  address: property.address,
  outcome: 'TALKED',
  occurredAt: '2024-02-02T21:12:00.000Z',
  statusBefore: 'NEW',
}
const storeUnsentKnock = (outboxName: string) =>
  localStorage.setItem(`${OUTBOX_KEY_PREFIX}${outboxName}`, JSON.stringify([unsentKnock]))
const undo = () => act(async () => vi.mocked(toastUndo).mock.lastCall?.[1]())

beforeEach(() => {
  localStorage.clear()
  server.mockReset()
  signedIn.me = { ...riley, tenant: { id: 't1' }, abilities: { viewAs: false } }
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('a knock', () => {
  it('is one knock for two taps within 100 ms, and can be followed by another after a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      server.mockImplementation(respondWith('logKnock'))
      const { result, cachedProperty } = renderUseKnocks()
      await act(async () => void result.current.knock(property, 'TALKED'))
      expect(result.current.recorded).toMatchObject({ propertyId: 'house', outcome: 'TALKED' })
      vi.advanceTimersByTime(100)
      await act(async () => {
        expect(result.current.knock(property, 'TALKED')).toBe(false)
        result.current.recorded?.undoByTap()
      })
      expect(cachedProperty()?.knocks).toHaveLength(1)
      vi.advanceTimersByTime(900)
      await act(async () => {
        expect(result.current.knock(property, 'INTERESTED')).toBe(true)
      })
      expect(cachedProperty()?.knocks).toHaveLength(2)
      vi.advanceTimersByTime(1000)
      await act(async () => result.current.recorded?.undoByTap())
      expect(cachedProperty()?.knocks).toHaveLength(1)
      // The second tap of a double tap does not log it again.
      await act(async () => {
        expect(result.current.knock(property, 'INTERESTED')).toBe(false)
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('at a house that is not saved saves it first, once, and is withdrawn at the saved one', async () => {
    const newProperty = { address: property.address, streetNumber: '1031', lat: 39.77, lng: -86.16 }
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { result } = renderUseKnocks()
    await act(async () => void result.current.knock({ ...property, id: 'temp-1', newProperty }, 'TALKED'))
    await waitFor(() => expect(result.current.unsent).toHaveLength(1))
    // The house is saved, but the answer to the knock is lost.
    server.mockImplementationOnce(async () => Response.json({ data: { createProperty: { ...property, id: 'saved' } } }))
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await act(async () => result.current.retry())
    expect(result.current.savedPropertyId('temp-1')).toBe('saved')
    server.mockImplementationOnce(respondWith('logKnock')).mockImplementationOnce(respondWith('withdrawKnock'))
    await act(async () => result.current.retry())
    await undo()
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(calls().map(({ operationName }) => operationName)).toEqual([
      'SaveProperty',
      'SaveProperty',
      'LogKnock',
      'LogKnock',
      'WithdrawKnock',
    ])
    expect(calls()[3]?.variables.input).toMatchObject({ propertyId: 'saved', outcome: 'TALKED' })
  })

  it('that waited without a connection is logged at the house that a colleague has saved in the meantime', async () => {
    const newProperty = { address: property.address, streetNumber: '1031', lat: 39.77, lng: -86.16 }
    const conflict = { message: 'Property already in system', extensions: { code: 'CONFLICT' } }
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    server.mockImplementationOnce(async () => Response.json({ errors: [conflict] }))
    server.mockImplementationOnce(async () =>
      Response.json({ data: { propertyMap: { total: 1, clusters: [], markers: [{ ...marker, id: 'theirs' }] } } }),
    )
    server.mockImplementationOnce(respondWith('logKnock'))
    const { result } = renderUseKnocks()
    await act(async () => void result.current.knock({ ...property, id: 'temp-2', newProperty }, 'TALKED'))
    await waitFor(() => expect(result.current.unsent).toHaveLength(1))
    await act(async () => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(calls()[3]?.variables.input).toMatchObject({ propertyId: 'theirs' })
  })

  it('at a mock property is rejected with the reason, and neither shown nor stored', async () => {
    const { result, cachedProperty } = renderUseKnocks({ mock: true })
    await act(async () => void result.current.knock(property, 'INTERESTED'))
    expect(toastError).toHaveBeenCalledWith(expect.stringMatching(/^Mock data is on/), expect.anything())
    expect(cachedProperty()?.status).toBe('NEW')
    expect(localStorage).toHaveLength(0)
    expect(server).not.toHaveBeenCalled()
  })

  it('is shown before the server has answered', async () => {
    let answer = (_: Response) => {}
    server.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    const { result, cachedProperty } = renderUseKnocks()
    await act(async () => void result.current.knock(property, 'INTERESTED'))
    expect(cachedProperty()?.status).toBe('INTERESTED')
    expect(cachedProperty()?.knocks[0]).toMatchObject({ outcome: 'INTERESTED', rep: { fullName: 'Riley Example' } })
    expect(toastUndo).toHaveBeenCalledWith('Interested · 1031', expect.any(Function), expect.anything())
    answer(await respondWith('logKnock')())
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  it('stays in the outbox if the server cannot be reached, and is sent later with the same event id', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    server.mockImplementationOnce(respondWith('logKnock'))
    const { result, cachedProperty } = renderUseKnocks()
    await act(async () => void result.current.knock(property, 'TALKED'))
    await waitFor(() => expect(result.current.unsent).toHaveLength(1))
    expect(cachedProperty()?.status).toBe('CONTACTED')
    await act(async () => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(result.current.unsent).toHaveLength(0))
    const [first, second] = calls().map(({ variables }) => variables.input?.eventId)
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  it('without a response stays in the outbox, and does not block later ones', async () => {
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
    server.mockImplementationOnce(
      (_address, init) =>
        new Promise((_answer, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('Too late')))),
    )
    server.mockImplementation(respondWith('logKnock'))
    const { result } = renderUseKnocks()
    await act(async () => void result.current.knock(property, 'TALKED'))
    await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
    await act(async () => timeout.abort())
    await waitFor(() => expect(result.current.unsent).toHaveLength(1))
    await act(async () => void result.current.retry())
    expect(localStorage).toHaveLength(0)
  })

  it('that has not been sent is undone without a request', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { result, cachedProperty } = renderUseKnocks()
    await act(async () => void result.current.knock(property, 'TALKED'))
    await waitFor(() => expect(result.current.unsent).toHaveLength(1))
    await undo()
    expect(result.current.unsent).toHaveLength(0)
    expect(cachedProperty()).toMatchObject({ status: 'NEW', knocks: [] })
    expect(calls()).toHaveLength(1)
  })

  it('that has been sent is withdrawn by its event id', async () => {
    server.mockImplementationOnce(respondWith('logKnock')).mockImplementationOnce(respondWith('withdrawKnock'))
    const { result, cachedProperty } = renderUseKnocks()
    await act(async () => void result.current.knock(property, 'NOT_INTERESTED'))
    await waitFor(() => expect(localStorage.length).toBe(0))
    await undo()
    await waitFor(() => expect(calls()).toHaveLength(2))
    expect(calls()[1]).toMatchObject({
      operationName: 'WithdrawKnock',
      variables: { eventId: calls()[0]?.variables.input?.eventId },
    })
    expect(cachedProperty()?.status).toBe('NEW')
  })

  it('that the server rejects is reverted, with the reason from the server', async () => {
    server.mockImplementationOnce(respondWith('logKnock', 'This house is gone'))
    const { result, cachedProperty } = renderUseKnocks()
    await act(async () => void result.current.knock(property, 'INTERESTED'))
    await waitFor(() => expect(toastError).toHaveBeenCalledWith(`${property.address}: This house is gone`))
    expect(cachedProperty()).toMatchObject({ status: 'NEW', knocks: [] })
    expect(localStorage.length).toBe(0)
  })
})

describe('knocks left in the outbox when the session ends', () => {
  it('are sent from any screen after the next sign-in, with the same event ids', async () => {
    server.mockImplementation(respondWith('logKnock'))
    storeUnsentKnock('riley')
    clearStorage()
    openApp({ id: 'riley', tenant: { id: 't1' } })
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(calls().map(({ variables }) => variables.input?.eventId)).toEqual(['of yesterday'])
  })

  it('are not sent by another user', async () => {
    storeUnsentKnock('riley')
    openApp({ id: 'avery' })
    await act(async () => void dispatchEvent(new Event('online')))
    expect(server).not.toHaveBeenCalled()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('are shown on every screen until they have been sent', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementationOnce(respondWith('logKnock'))
    storeUnsentKnock('riley')
    openApp({ id: 'riley' })
    expect((await screen.findByRole('button')).textContent).toBe('1 waiting')
    await act(async () => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  })

  it('are sent once even if the map is open too', async () => {
    server.mockImplementation(respondWith('logKnock'))
    storeUnsentKnock('riley')
    const { result } = renderUseKnocks()
    await act(async () => void result.current.retry())
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('are sent to their own tenant if a global admin works in several', async () => {
    server.mockImplementation(respondWith('logKnock'))
    storeUnsentKnock('parker.t1')
    openApp({ id: 'parker', tenant: { id: 't2' }, viewAs: true })
    await act(async () => void dispatchEvent(new Event('online')))
    expect(server).not.toHaveBeenCalled()
    cleanup()
    openApp({ id: 'parker', tenant: { id: 't1' }, viewAs: true })
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })
})
