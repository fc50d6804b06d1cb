// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { SessionClock } from './SessionClock.tsx'
import { useKnocks } from './useKnocks.ts'
import { useKnockSession } from './useKnockSession.ts'

vi.mock('../../lib/toasts.ts', () => ({ LONG_TOAST_MS: 6000, dismissToast: vi.fn(), toastUndo: vi.fn() }))

const rep = { id: 'riley', fullName: 'Riley Example', outboxName: 'riley' }
const house = { id: 'house', address: '1031 W 11th Demo St', streetNumber: '1031', status: 'NEW' as const }
const startedAt = '2024-02-02T21:12:00.000Z'

/** A server that counts the knocks it has, and can be out of reach for them. */
const server = { doors: 4, reachable: true }
const answer = async (_: unknown, init?: RequestInit) => {
  const { operationName } = JSON.parse(init?.body as string) as { operationName: string }
  if (operationName === 'LogKnock') {
    if (!server.reachable) throw new TypeError('Failed to fetch')
    server.doors += 1
    return Response.json({ data: { logKnock: { eventId: 'e', replayed: false, error: null, property: null } } })
  }
  const session = { __typename: 'KnockSession', id: 's', startedAt, endedAt: null, doors: server.doors, leads: 0 }
  return Response.json({ data: { knockSessions: [session] } })
}

afterEach(cleanup)

it('the count of a session stays right when its queries are read again before the outbox is sent', async () => {
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } }),
    link: new HttpLink({ uri: '/graphql', fetch: answer }),
  })
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>
  const { result } = renderHook(() => ({ ...useKnockSession(rep), ...useKnocks(rep) }), { wrapper })
  const doors = () => result.current.session?.doors
  await waitFor(() => expect(doors()).toBe(4))
  server.reachable = false
  await act(async () => void result.current.knock(house, 'TALKED', { sessionId: 's' }))
  await waitFor(() => expect(result.current.unsent).toHaveLength(1))
  expect(doors()).toBe(5)
  // What a reconnected socket does.
  await act(async () => void (await client.refetchQueries({ include: 'active' })))
  expect(doors()).toBe(5)
  server.reachable = true
  await act(async () => result.current.retry())
  expect(result.current.unsent).toHaveLength(0)
  expect(doors()).toBe(5)
})

it('a tap on the clock asks before the session ends', () => {
  const onEnd = vi.fn<() => void>()
  render(<SessionClock session={{ startedAt, doors: 18 }} busy={false} onStart={() => {}} onEnd={onEnd} />)
  fireEvent.click(screen.getByRole('button', { name: /^End session/ }))
  expect(onEnd).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog').textContent).toContain('18 doors')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: /^End session/ }))
  fireEvent.click(screen.getByRole('button', { name: 'End session' }))
  expect(onEnd).toHaveBeenCalledOnce()
})
