// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, HttpLink } from '@apollo/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncActionInput, SyncMutation } from '../../gql/graphql.ts'
import { createCache } from '../../lib/apollo.ts'
import { toastError, toastSuccess, toastUndo } from '../../lib/toasts.ts'
import { sharedOutbox } from '../../session/outbox/outbox.ts'
import { Overlay } from '../../session/outbox/overlay.ts'
import { useOutboxState, useShown, useShowOutbox } from '../../session/outbox/useOutbox.ts'
import { useSendOutbox } from '../../session/outbox/useSendOutbox.ts'
import { OUTBOX_KEY_PREFIX } from '../../session/person/storage.ts'
import { type Person, renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { useKnocks } from './useKnocks.ts'

vi.mock('../../lib/toasts.ts', () => ({
  LONG_TOAST_MS: 6000,
  dismissToast: vi.fn(),
  toastError: vi.fn(),
  toastSuccess: vi.fn(),
  toastUndo: vi.fn(),
}))
vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => rest.callRest }))
const rest = vi.hoisted(() => ({
  callRest: async (_path: string, _init?: RequestInit) => new Response(),
}))

const house = { id: 'house', address: '1031 W 11th Demo St', streetNumber: '1031', status: 'NEW' as const }
const newProperty = { address: house.address, streetNumber: '1031', lat: 39.77, lng: -86.16 }
const property = {
  __typename: 'Property',
  id: 'house',
  status: 'NEW',
  lastOutcome: null,
  lastKnockedAt: null,
  knocks: [],
}
const draft = { ...house, id: 'temp-39.77,-86.16', newProperty }

type Result = SyncMutation['sync'][number]
const applied = (action: SyncActionInput): Result => ({
  id: String(action.id),
  outcome: 'APPLIED',
  code: null,
  message: null,
  status: null,
  position: 7,
})

/** The server: what it got, whether it can be reached, and what it answers. */
const server = {
  requests: [] as SyncActionInput[][],
  isReachable: true,
  answer: applied,
  fetch: async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { variables } = JSON.parse(init?.body as string) as { variables: { actions?: SyncActionInput[] } }
    const { actions } = variables
    if (!actions) return Response.json({ data: { propertyMap: { total: 0, markers: [], clusters: [] } } })
    server.requests.push(actions)
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    return Response.json({ data: { sync: actions.map((action) => ({ ...server.answer(action) })) } })
  },
}
const kinds = () => server.requests.map((actions) => actions.map(({ kind }) => kind).join(' '))

let me: Person & { id: string }

/** The hook as the map uses it, with the sender that runs on every screen. */
function renderKnocks({ isMockData = false } = {}) {
  const cache = createCache()
  const overlay = new Overlay(cache)
  const client = new ApolloClient({
    cache,
    link: new HttpLink({ uri: '/graphql', fetch: (...request) => server.fetch(...request) }),
  })
  const useAll = () => {
    useSendOutbox()
    useShowOutbox(overlay)
    return { ...useKnocks(), items: useOutboxState().items, shown: useShown(property) }
  }
  return renderHookSignedIn(useAll, { me, client, isMockData }).result
}

const undo = () => act(async () => vi.mocked(toastUndo).mock.lastCall?.[1]())
const comeBackOnline = () => act(async () => void dispatchEvent(new Event('online')))

beforeEach(() => {
  localStorage.clear()
  me = { id: uuidv7() }
  Object.assign(server, { requests: [], isReachable: true, answer: applied })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('a knock', () => {
  it('is one knock for two taps within 100 ms, and can be followed by another after a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const result = renderKnocks()
      const knock = (outcome: 'TALKED' | 'INTERESTED') => act(() => result.current.knock(house, outcome))
      expect(await knock('TALKED')).toBe(true)
      expect(result.current.recorded).toMatchObject({ propertyId: 'house', outcome: 'TALKED' })
      vi.advanceTimersByTime(100)
      expect(await knock('TALKED')).toBe(false)
      await act(async () => result.current.recorded?.undoByTap())
      vi.advanceTimersByTime(900)
      expect(await knock('INTERESTED')).toBe(true)
      await waitFor(() => expect(result.current.items).toEqual([]))
      vi.advanceTimersByTime(1000)
      await act(async () => result.current.recorded?.undoByTap())
      // The second tap of a double tap does not log it again.
      expect(await knock('INTERESTED')).toBe(false)
      await waitFor(() => expect(kinds().join(' ')).toBe('KNOCK KNOCK WITHDRAWAL'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('tells that it is undone, so that who does not see the screen knows', async () => {
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'TALKED'))
    expect(toastSuccess).not.toHaveBeenCalled()
    await undo()
    await waitFor(() => expect(vi.mocked(toastSuccess).mock.lastCall?.[0]).toBe('Knock undone'))
    // Else the next test would see what is sent for it.
    await waitFor(() => expect(result.current.items).toEqual([]))
  })

  it('at a house that is not saved saves it first, once, and is withdrawn there', async () => {
    server.isReachable = false
    const result = renderKnocks()
    await act(() => result.current.knock(draft, 'TALKED'))
    await waitFor(() => expect(kinds()).toEqual(['PROPERTY KNOCK']))
    expect(result.current.recorded?.propertyId).toBe(draft.id)
    server.isReachable = true
    await comeBackOnline()
    await waitFor(() => expect(result.current.items).toEqual([]))
    const [property, knock] = server.requests[0]!
    expect(result.current.recorded?.propertyId).toBe(property?.id)
    await undo()
    await waitFor(() => expect(kinds()).toEqual(['PROPERTY KNOCK', 'PROPERTY KNOCK', 'WITHDRAWAL']))
    expect(server.requests[1]).toEqual([property, knock])
    expect(knock).toMatchObject({ dependsOn: [property?.id], knock: { propertyId: property?.id, eventId: knock?.id } })
  })

  it('gets the id of its saved property when the server answers, also if nothing else renders the screen', async () => {
    server.isReachable = false
    renderKnocks()
    const screen = renderHookSignedIn(useKnocks, { me }).result
    await act(() => screen.current.knock(draft, 'TALKED', { photos: [{ id: 'a', photo: new Blob() }] }))
    expect(screen.current.lastKnock).toEqual({ propertyId: draft.id, photoCount: 1 })
    await waitFor(() => expect(server.requests).toHaveLength(1))
    server.isReachable = true
    await comeBackOnline()
    const { id } = server.requests[0]![0]!
    await waitFor(() => expect(screen.current.recorded?.propertyId).toBe(id))
    expect(screen.current.lastKnock).toEqual({ propertyId: id, photoCount: 1 })
    await undo()
    expect(screen.current.lastKnock).toBeUndefined()
  })

  it('at mock data is rejected with the reason, and neither shown nor stored', async () => {
    const result = renderKnocks({ isMockData: true })
    expect(await act(() => result.current.knock(house, 'INTERESTED'))).toBe(false)
    expect(toastError).toHaveBeenCalledWith(expect.stringMatching(/^Mock data is on/), expect.anything())
    expect(result.current.items).toEqual([])
  })

  it('is not shown as done if the phone cannot store it', async () => {
    const result = renderKnocks()
    vi.spyOn(sharedOutbox(me.id), 'add').mockRejectedValueOnce(new Error('QuotaExceededError'))
    expect(await act(() => result.current.knock(house, 'TALKED'))).toBe(false)
    expect(toastError).toHaveBeenCalledWith(expect.stringContaining('could not store it'))
    expect(toastUndo).not.toHaveBeenCalled()
    expect(result.current.recorded).toBeUndefined()
  })

  it('is shown before the server has answered', async () => {
    server.isReachable = false
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'INTERESTED'))
    expect(result.current.shown).toMatchObject({
      knocks: [{ outcome: 'INTERESTED' }],
      ...{ status: 'INTERESTED', lastOutcome: 'INTERESTED' },
    })
    expect(toastUndo).toHaveBeenCalledWith('Interested · 1031', expect.any(Function), expect.anything())
    // The request must not reach the server of the next test.
    await waitFor(() => expect(kinds()).toEqual(['KNOCK']))
  })

  it('without a response stays in the outbox, and is sent later with the same id', async () => {
    const timeout = new AbortController()
    const signal = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
    const answered = server.fetch
    const hanging = vi.fn<typeof server.fetch>(
      (_, init) =>
        new Promise((_answer, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('Too late')))),
    )
    server.fetch = hanging
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'TALKED'))
    await waitFor(() => expect(hanging).toHaveBeenCalledOnce())
    server.fetch = answered
    signal.mockRestore()
    await act(async () => timeout.abort())
    await waitFor(() => expect(result.current.items).toMatchObject([{ lastError: 'No connection', attempts: 1 }]))
    const { id } = result.current.items[0]!.action
    await comeBackOnline()
    await waitFor(() => expect(result.current.items).toEqual([]))
    expect(server.requests.flat()).toMatchObject([{ id }])
  })

  it('that the server refuses stays with its reason', async () => {
    server.answer = (action) => ({
      ...applied(action),
      outcome: 'REFUSED',
      code: 'NOT_FOUND',
      message: 'Property not found',
    })
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'INTERESTED'))
    await waitFor(() => expect(result.current.items).toMatchObject([{ refusal: { message: 'Property not found' } }]))
    expect(result.current.shown.status).toBe('INTERESTED')
  })
})

describe('a note', () => {
  it('is sent with a knock that waits', async () => {
    server.isReachable = false
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    const result = renderKnocks()
    vi.spyOn(sharedOutbox(me.id), 'flush').mockResolvedValue()
    await act(() => result.current.knock(house, 'TALKED'))
    expect(await act(() => result.current.addToLastKnock({ note: 'wants a price' }))).toBe(true)
    expect(result.current.items).toMatchObject([{ action: { kind: 'KNOCK', knock: { note: 'wants a price' } } }])
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  })

  it('replaces a knock that was sent by one with the note at the same time', async () => {
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'TALKED'))
    await waitFor(() => expect(result.current.items).toEqual([]))
    await act(() => result.current.addToLastKnock({ note: 'wants a price' }))
    await waitFor(() => expect(kinds()).toEqual(['KNOCK', 'WITHDRAWAL KNOCK']))
    const [first, , second] = server.requests.flat()
    expect(second).toMatchObject({ occurredAt: first?.occurredAt, knock: { outcome: 'TALKED', note: 'wants a price' } })
    await undo()
    await waitFor(() => expect(server.requests.flat().at(-1)?.withdrawal).toEqual({ knockId: second?.id }))
  })
})

describe('photos', () => {
  const photoOf = (id: string) => ({ id, photo: new Blob([id]) })
  const photosOfKnocks = () =>
    server.requests
      .flatMap((actions) => actions.filter(({ kind }) => kind === 'KNOCK'))
      .map(({ knock }) => knock?.photoIds)

  it('that are added after those of a sent knock were uploaded go with them, and none is uploaded again', async () => {
    const uploads: string[] = []
    rest.callRest = async (_path, init) => {
      const key = new Headers(init?.headers).get('idempotency-key')!
      uploads.push(key)
      return Response.json({ data: { id: `uploaded ${key}` } })
    }
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'TALKED', { photos: [photoOf('a'), photoOf('b')] }))
    await waitFor(() => expect(result.current.items).toEqual([]))
    await act(() => result.current.addToLastKnock({ photos: [photoOf('c')] }))
    expect(result.current.lastKnock?.photoCount).toBe(3)
    await waitFor(() => expect(result.current.items).toEqual([]))
    await act(() => result.current.addToLastKnock({ note: 'Old roof' }))
    await waitFor(() => expect(result.current.items).toEqual([]))
    expect(uploads).toEqual(['photo a', 'photo b', 'photo c'])
    const ids = uploads.map((key) => `uploaded ${key}`)
    expect(photosOfKnocks()).toEqual([ids.slice(0, 2), ids, ids])
    const withdrawn = server.requests.flat().flatMap(({ withdrawal }) => withdrawal?.knockId ?? [])
    expect(new Set(withdrawn).size).toBe(2)
    expect(result.current.shown.knocks).toMatchObject([{ photoIds: ids, note: 'Old roof' }])
  })

  it('that are added while one is uploaded go with all others, each under one id', async () => {
    const uploads: string[] = []
    const first = Promise.withResolvers<void>()
    rest.callRest = async (_path, init) => {
      const key = new Headers(init?.headers).get('idempotency-key')!
      uploads.push(key)
      await first.promise
      return Response.json({ data: { id: `uploaded ${key}` } })
    }
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'TALKED', { photos: [photoOf('a')] }))
    await waitFor(() => expect(uploads).toEqual(['photo a']))
    await act(() => result.current.addToLastKnock({ photos: [photoOf('b')] }))
    first.resolve()
    await waitFor(() => expect(result.current.items).toEqual([]))
    // The server knows a repeated upload by its key.
    expect([...new Set(uploads)]).toEqual(['photo a', 'photo b'])
    expect(photosOfKnocks()).toEqual([['uploaded photo a'], ['uploaded photo a', 'uploaded photo b']])
    expect(result.current.shown.knocks).toMatchObject([{ photoIds: ['uploaded photo a', 'uploaded photo b'] }])
  })

  it('are not counted if the phone cannot store them', async () => {
    rest.callRest = async () => Response.json({ data: { id: 'uploaded' } })
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'TALKED', { photos: [photoOf('a')] }))
    await waitFor(() => expect(result.current.items).toEqual([]))
    vi.spyOn(sharedOutbox(me.id), 'add').mockRejectedValue(new Error('The disk is full'))
    expect(await act(() => result.current.addToLastKnock({ photos: [photoOf('b')] }))).toBe(false)
    expect(result.current.lastKnock?.photoCount).toBe(1)
    expect(vi.mocked(toastError).mock.lastCall?.[0]).toMatch(/^Not recorded: /)
  })
})

it('a time to come back is sent with its knock', async () => {
  const result = renderKnocks()
  await act(() => result.current.knock(house, 'COME_BACK'))
  await waitFor(() => expect(result.current.items).toEqual([]))
  const comeBackAt = new Date('2026-12-01T23:00:00Z')
  expect(await act(() => result.current.addToLastKnock({ comeBackAt }))).toBe(true)
  await waitFor(() => expect(kinds()).toEqual(['KNOCK', 'WITHDRAWAL KNOCK']))
  const [first, , second] = server.requests.flat()
  expect(second).toMatchObject({
    occurredAt: first?.occurredAt,
    knock: { outcome: 'COME_BACK', comeBackAt: comeBackAt.toISOString() },
  })
  expect(result.current.shown.knocks).toMatchObject([{ eventId: second?.id, comeBackAt: comeBackAt.toISOString() }])
})

describe('knocks that release 0.1 stored', () => {
  const stored = { kind: 'knock', eventId: uuidv7(), propertyId: 'house', address: house.address, outcome: 'TALKED' }
  const store = (outboxName: string) =>
    localStorage.setItem(
      OUTBOX_KEY_PREFIX + outboxName,
      JSON.stringify([{ ...stored, occurredAt: '2026-11-17T21:12:00.000Z', statusBefore: 'NEW' }]),
    )

  const storedNames = () => Object.keys(localStorage).filter((key) => key.startsWith(OUTBOX_KEY_PREFIX))

  it('are sent with the same ids and times', async () => {
    store(me.id)
    renderKnocks()
    await waitFor(() => expect(kinds()).toEqual(['KNOCK']))
    expect(server.requests[0]).toMatchObject([{ id: stored.eventId, occurredAt: '2026-11-17T21:12:00.000Z' }])
    expect(storedNames()).toEqual([])
  })

  it('of another user are not touched', async () => {
    store('avery')
    const result = renderKnocks()
    await act(() => result.current.knock(house, 'LEFT_FLYER'))
    await waitFor(() => expect(kinds()).toEqual(['KNOCK']))
    expect(storedNames()).toEqual([`${OUTBOX_KEY_PREFIX}avery`])
  })
})

it('a global admin has an outbox for each tenant', async () => {
  const [id, t1, t2] = [uuidv7(), 't1', 't2']
  const workIn = (tenantId: string) => (me = { id, tenant: { id: tenantId }, abilities: { viewAs: true } })
  server.isReachable = false
  workIn(t1)
  const inFirst = renderKnocks()
  await act(() => inFirst.current.knock(house, 'TALKED'))
  await waitFor(() => expect(inFirst.current.items).toMatchObject([{ attempts: 1 }]))
  cleanup()
  server.isReachable = true
  server.requests = []
  workIn(t2)
  const inSecond = renderKnocks()
  await act(() => inSecond.current.knock(house, 'LEFT_FLYER'))
  await waitFor(() => expect(server.requests.flat()).toMatchObject([{ knock: { outcome: 'LEFT_FLYER' } }]))
})
