// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { of, throwError } from 'rxjs'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncActionInput } from '../../gql/graphql.ts'
import { MockDataProvider } from '../person/mockData.ts'
import { type Outbox, sharedOutbox } from './outbox.ts'
import { SendError } from './outboxSender.ts'
import { useSendOutbox } from './useSendOutbox.ts'

vi.mock('../person/useRestClient.ts', () => ({ useRestClient: () => signedIn.callRest }))
vi.mock('../person/MeProvider.tsx', () => ({ useMe: () => signedIn.me }))
const signedIn = vi.hoisted(() => ({ callRest: async () => new Response(), me: { id: '' } }))

/** The server: whether it can be reached, and the ids of the actions of each request. */
const server = { isReachable: true, requests: [] as string[][] }
const link = new ApolloLink(({ variables }) => {
  const actions = variables['actions'] as SyncActionInput[]
  server.requests.push(actions.map(({ id }) => String(id)))
  if (!server.isReachable) return throwError(() => new TypeError('Failed to fetch'))
  const result = { outcome: 'APPLIED', code: null, message: null, status: null, position: 7 }
  return of({ data: { sync: actions.map(({ id }) => ({ ...result, id })) } })
})
const client = new ApolloClient({
  cache: new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } }),
  link,
})

let outbox: Outbox

/** Another user signs in. */
function signIn(): void {
  signedIn.me = { id: uuidv7(), fullName: 'Riley Example', tenant: null, abilities: { viewAs: false } } as never
  outbox = sharedOutbox(signedIn.me.id)
}
const addKnock = (id: string) =>
  outbox.add({
    action: {
      id,
      kind: 'KNOCK',
      occurredAt: '2026-11-18T20:14:00.000Z',
      knock: { propertyId: 'p', outcome: 'TALKED' },
    },
    propertyId: 'p',
    title: '1018 W 12th Demo St',
  })

/** The hook, after what was stored before is sent. */
async function renderSender({ mock = false } = {}) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <MockDataProvider value={mock}>{children}</MockDataProvider>
    </ApolloProvider>
  )
  const hook = renderHook(() => useSendOutbox(), { wrapper })
  // Joins the first sending.
  await act(() => outbox.flush())
  return hook
}
const fire = (target: EventTarget, type: string) => act(async () => void target.dispatchEvent(new Event(type)))
const sent = (...requests: string[][]) => waitFor(() => expect(server.requests).toEqual(requests))

beforeEach(() => {
  Object.assign(server, { isReachable: true, requests: [] })
  signIn()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the outbox is sent', () => {
  it('at once', async () => {
    await addKnock('a')
    await renderSender()
    await sent(['a'])
  })

  it('when the connection returns', async () => {
    await renderSender()
    await addKnock('a')
    await fire(globalThis, 'online')
    await sent(['a'])
  })

  it('when the app comes to the front, not when it leaves it', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await renderSender()
    const flush = vi.spyOn(outbox, 'flush')
    await addKnock('a')
    await fire(document, 'visibilitychange')
    expect(flush).not.toHaveBeenCalled()
    visibility.mockReturnValue('visible')
    await fire(document, 'visibilitychange')
    await sent(['a'])
  })

  it('not with mock data, which the server refuses', async () => {
    await addKnock('a')
    await renderSender({ mock: true })
    await fire(globalThis, 'online')
    await act(() => outbox.flush())
    expect(server.requests).toEqual([])
    expect(outbox.state().items).toHaveLength(1)
  })

  it('of who is signed in now', async () => {
    const { rerender } = await renderSender()
    const before = outbox
    signIn()
    await addKnock('a')
    rerender()
    await sent(['a'])
    await before.add({ action: { id: 'b', kind: 'SESSION_START', occurredAt: '' }, title: 'Session' })
    await act(() => before.flush())
    expect(server.requests).toEqual([['a']])
  })
})

describe('after a failure', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    server.isReachable = false
  })

  it('the outbox is sent again when the next attempt is due', async () => {
    await addKnock('a')
    await renderSender()
    expect(server.requests).toHaveLength(1)
    const dueIn = outbox.state().retryAt! - Date.now()
    expect(dueIn).toBeGreaterThan(0)
    server.isReachable = true
    const flush = vi.spyOn(outbox, 'flush')
    await pass(dueIn - 1)
    expect(flush).not.toHaveBeenCalled()
    await pass(1)
    expect(flush).toHaveBeenCalledOnce()
    await act(() => flush.mock.results[0]!.value)
    expect(server.requests).toHaveLength(2)
    expect(outbox.state().items).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('only the last attempt says when the next one is due', async () => {
    await addKnock('a')
    await renderSender()
    const firstDueIn = outbox.state().retryAt! - Date.now()
    await act(() => outbox.flush())
    expect(outbox.state().retryAt! - Date.now()).toBeGreaterThan(firstDueIn)
    const flush = vi.spyOn(outbox, 'flush')
    await pass(firstDueIn)
    expect(flush).not.toHaveBeenCalled()
  })

  it('nothing is sent any more once the user has left', async () => {
    await addKnock('a')
    const { unmount } = await renderSender()
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
    const attempts = server.requests.length
    await act(() => outbox.flush())
    expect(server.requests).toHaveLength(attempts)
    const send = vi.fn(() => Promise.reject(new SendError('unreachable', 'No connection')))
    outbox.setSender({ send } as never)
    await fire(globalThis, 'online')
    await fire(document, 'visibilitychange')
    await act(() => outbox.flush())
    expect(send).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })
})
