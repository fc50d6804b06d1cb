// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, it, vi } from 'vitest'
import { OpenKnockSessionsDocument, type SyncActionInput } from '../../gql/graphql.ts'
import { createCache } from '../../lib/apollo.ts'
import { toastUndo } from '../../lib/toasts.ts'
import { Overlay } from '../../session/outbox/overlay.ts'
import { awaitOutbox, notePositions } from '../../session/outbox/overlayLinks.ts'
import { useOutbox, useShowOutbox } from '../../session/outbox/useOutbox.ts'
import { useSendOutbox } from '../../session/outbox/useSendOutbox.ts'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { SessionClock } from './SessionClock.tsx'
import { useKnocks } from './useKnocks.ts'
import { activeTime, type EndedSession, useKnockSession } from './useKnockSession.ts'

vi.mock('../../lib/toasts.ts', () => ({
  LONG_TOAST_MS: 6000,
  dismissToast: vi.fn(),
  toastUndo: vi.fn(),
  toastSuccess: vi.fn(),
}))
vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => callRest }))
const callRest = vi.hoisted(() => async () => new Response())

const house = { id: 'house', address: '1031 W 11th Demo St', streetNumber: '1031', status: 'NEW' as const }
const startedAt = '2024-02-02T21:12:00.000Z'

/** A server that counts the knocks it has, and can be out of reach for them. */
const server = {
  doors: 4,
  isReachable: true,
  sessionId: 's' as string | undefined,
  actions: [] as SyncActionInput[],
  /** The position of the log, and when the answers to the sending are given. */
  position: 1,
  answered: Promise.resolve(),
}
const answer = async (_: unknown, init?: RequestInit) => {
  const { variables } = JSON.parse(init?.body as string) as { variables: { actions?: SyncActionInput[] } }
  const { actions } = variables
  if (actions && !server.isReachable) throw new TypeError('Failed to fetch')
  if (!actions) {
    const session = { __typename: 'KnockSession', id: server.sessionId, startedAt, endedAt: null }
    const counts = { doors: server.doors, talks: 0, leads: 0, pausedAt: null, pausedSeconds: 0 }
    const knockSessions = server.sessionId ? [{ ...session, ...counts }] : []
    return Response.json({ data: { knockSessions }, extensions: { position: server.position } })
  }
  server.actions.push(...actions)
  server.doors += actions.filter(({ kind }) => kind === 'KNOCK').length
  for (const { kind, id } of actions) {
    if (kind === 'SESSION_START') Object.assign(server, { sessionId: id, doors: 0 })
    if (kind === 'SESSION_END') server.sessionId = undefined
    if (kind === 'SESSION_RESUME') server.sessionId = 's'
  }
  const nothing = { code: null, message: null, status: null }
  const sync = actions.map(({ id }) => ({ id, outcome: 'APPLIED', ...nothing, position: (server.position += 1) }))
  await server.answered
  return Response.json({ data: { sync } })
}

function renderSession() {
  const cache = createCache()
  const overlay = new Overlay(cache)
  const http = new HttpLink({ uri: '/graphql', fetch: answer })
  const client = new ApolloClient({
    cache,
    link: ApolloLink.from([notePositions(overlay), awaitOutbox(overlay), http]),
  })
  const useAll = () => {
    useSendOutbox()
    useShowOutbox(overlay)
    return { ...useKnockSession(), ...useKnocks(), outbox: useOutbox() }
  }
  return { client, result: renderHookSignedIn(useAll, { client, me: { id: uuidv7() } }).result }
}

afterEach(cleanup)

it('the count of a session stays right when its queries are read again before the outbox is sent', async () => {
  const { client, result } = renderSession()
  const doors = () => result.current.session?.doors
  await waitFor(() => expect(doors()).toBe(4))
  server.isReachable = false
  await act(() => result.current.knock(house, 'TALKED', { sessionId: 's' }))
  await waitFor(() => expect(result.current.outbox.state().items).toMatchObject([{ lastError: 'No connection' }]))
  await waitFor(() => expect(doors()).toBe(5))
  // What a reconnected socket does.
  await act(async () => void (await client.refetchQueries({ include: 'active' })))
  expect(doors()).toBe(5)
  server.isReachable = true
  // An attempt that began without a connection may still run.
  await waitFor(async () => {
    await act(() => result.current.outbox.flush())
    expect(result.current.outbox.state().items).toEqual([])
  })
  // The cache tells its queries in a task of its own.
  await waitFor(() => expect(doors()).toBe(5))
})

it('a session counts a door once when its query is answered between the commit and the answer to it', async () => {
  Object.assign(server, { doors: 4, isReachable: true, actions: [] })
  const { client, result } = renderSession()
  const doors = () => result.current.session?.doors
  await waitFor(() => expect(doors()).toBe(4))
  const { promise, resolve } = Promise.withResolvers<void>()
  server.answered = promise
  await act(() => result.current.knock(house, 'TALKED', { sessionId: 's' }))
  await waitFor(() => expect(server.doors).toBe(5))
  const seen = new Set<number | undefined>()
  const stop = client
    .watchQuery({ query: OpenKnockSessionsDocument, fetchPolicy: 'cache-only' })
    .subscribe(({ data }) => {
      seen.add(data?.knockSessions?.[0]?.doors)
    })
  const refetched = client.refetchQueries({ include: 'active' })
  resolve()
  await act(() => refetched)
  await waitFor(() => expect(result.current.outbox.state().items).toEqual([]))
  await waitFor(() => expect(doors()).toBe(5))
  expect([...seen]).toEqual([5])
  stop.unsubscribe()
})

it('a session starts, counts and ends without a connection, and is sent later with its knocks', async () => {
  Object.assign(server, { sessionId: undefined, isReachable: false, actions: [] })
  const { result } = renderSession()
  await waitFor(() => expect(result.current.loaded).toBe(true))
  await act(() => result.current.start())
  // The cache tells its queries in a task of its own.
  await waitFor(() => expect(result.current.session).toBeDefined())
  const { id } = result.current.session!
  await act(() => result.current.knock(house, 'TALKED', { sessionId: id }))
  await waitFor(() => expect(result.current.session).toMatchObject({ id, doors: 1 }))
  await act(() => result.current.end(() => undefined))
  await waitFor(() => expect(result.current.session).toBeUndefined())
  server.isReachable = true
  // An attempt that began without a connection may still run.
  await waitFor(async () => {
    await act(() => result.current.outbox.flush())
    expect(server.actions.map(({ kind }) => kind)).toEqual(['SESSION_START', 'KNOCK', 'SESSION_END'])
  })
  expect(server.actions[1]?.knock?.sessionId).toBe(id)
  expect(server.actions[2]?.sessionEnd?.sessionId).toBe(id)
})

it('a session is paused and resumed without a connection, and its clock stands still meanwhile', async () => {
  Object.assign(server, { sessionId: 's', isReachable: false, actions: [] })
  const { client, result } = renderSession()
  await waitFor(() => expect(result.current.session?.id).toBe('s'))
  await act(() => result.current.togglePause())
  await waitFor(() => expect(result.current.session!.pausedAt).not.toBeNull())
  const { pausedAt } = result.current.session!
  const paused = result.current.session!
  expect(activeTime(paused, Date.parse(pausedAt!) + 60_000)).toBe(Date.parse(pausedAt!) - Date.parse(startedAt))
  await act(() => result.current.togglePause())
  await waitFor(() => expect(result.current.session).toMatchObject({ pausedAt: null }))
  server.isReachable = true
  await waitFor(async () => {
    await act(() => result.current.outbox.flush())
    expect(result.current.outbox.state().items).toEqual([])
  })
  await act(() => result.current.outbox.flush())
  expect(server.actions.map(({ kind }) => kind)).toEqual(['SESSION_PAUSE', 'SESSION_RESUME'])
  expect(server.actions[0]?.sessionPause?.sessionId).toBe('s')
  expect(client.readQuery({ query: OpenKnockSessionsDocument })?.knockSessions).toMatchObject([{ pausedAt: null }])
})

it.each([
  ['before it is sent', false, []],
  ['after it was sent', true, ['SESSION_END', 'SESSION_RESUME']],
])('the end of a session is undone %s', async (_when, isReachable, sent) => {
  Object.assign(server, { sessionId: 's', isReachable: true, actions: [] })
  const { result } = renderSession()
  await waitFor(() => expect(result.current.session?.id).toBe('s'))
  server.isReachable = isReachable
  if (!isReachable) vi.spyOn(result.current.outbox, 'flush').mockResolvedValue()
  const onEnd = vi.fn<(ended: EndedSession | undefined) => void>()
  await act(() => result.current.end(onEnd))
  expect(onEnd.mock.calls).toEqual([[{ session: expect.objectContaining({ id: 's' }), length: expect.any(Number) }]])
  await waitFor(() => expect(result.current.session).toBeUndefined())
  if (isReachable) await waitFor(() => expect(result.current.outbox.state().items).toEqual([]))
  await act(async () => vi.mocked(toastUndo).mock.lastCall?.[1]())
  await waitFor(() => expect(result.current.session).toMatchObject({ id: 's', endedAt: null }))
  expect(onEnd).toHaveBeenLastCalledWith(undefined)
  await waitFor(() => expect(server.actions.map(({ kind }) => kind)).toEqual(sent))
})

it('a session that the server has ended is shown as ended when the app comes to the front', async () => {
  Object.assign(server, { sessionId: 's', isReachable: true })
  const { result } = renderSession()
  await waitFor(() => expect(result.current.session?.id).toBe('s'))
  server.sessionId = undefined
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(result.current.session).toBeUndefined())
})

const hour = { id: 's', pausedAt: null, pausedSeconds: 1800, doors: 18, talks: 6, leads: 1 }

it('the clock shows what the session gave per hour without its pauses, and ends it', () => {
  const [onEnd, onTogglePause] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const session = { ...hour, startedAt: new Date(Date.now() - 3 * 3_600_000 - 1_800_000).toISOString() }
  render(<SessionClock session={session} onStart={() => {}} onTogglePause={onTogglePause} onEnd={onEnd} />)
  fireEvent.click(screen.getByRole('button', { name: /^Session:\s*3:00:0\d\s*18 doors/ }))
  expect(onEnd).not.toHaveBeenCalled()
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('18 doors in 3:00')
  expect(text).toContain('Doors an hour6.0Talks an hour2.0Leads an hour0.3')
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(onTogglePause).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: /^Session/ }))
  expect(screen.getByRole('dialog').textContent).toContain('without a knock for two hours ends by itself')
  fireEvent.click(screen.getByRole('button', { name: 'End Session' }))
  expect(onEnd).toHaveBeenCalledOnce()
})

it('the clock of a paused session stands still, and resumes it', () => {
  const onTogglePause = vi.fn<() => void>()
  const session = { ...hour, startedAt, pausedSeconds: 60, pausedAt: '2024-02-02T21:20:00.000Z' }
  render(<SessionClock session={session} onStart={() => {}} onTogglePause={onTogglePause} onEnd={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: /^Paused\s*0:07:00/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
  expect(onTogglePause).toHaveBeenCalledOnce()
})
