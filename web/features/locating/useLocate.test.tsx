// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { toastError, toastInfo } from '../../lib/toasts.ts'
import { useLocate } from './useLocate.ts'

vi.mock('../../lib/toasts.ts', () => ({
  toastError: vi.fn(),
  toastInfo: vi.fn(),
  toastSuccess: vi.fn(),
  LONG_TOAST_MS: 6000,
}))

const server = vi.fn<typeof fetch>()
const respondWithError = (message: string, code: string) => async () =>
  Response.json({ errors: [{ message, extensions: { code } }] })

function renderUseLocate() {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>
  return renderHook(useLocate, { wrapper }).result
}

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('a failure shows the message for its lookup method, with the reason from the server', async () => {
  server.mockImplementation(respondWithError('Choose a tenant first', 'BAD_USER_INPUT'))
  const locate = renderUseLocate()
  await act(async () => void (await locate.current.search('1018 W 12th Demo St')))
  await act(async () => void (await locate.current.locateAt({ lat: 39.77, lng: -86.16 })))
  expect(vi.mocked(toastError).mock.calls).toEqual([
    ['Failed to search address', { detail: 'Choose a tenant first' }],
    ['Failed to process location', { detail: 'Choose a tenant first' }],
  ])
})

it('a lookup without a connection says calmly that this phone does not have the house', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const locate = renderUseLocate()
  await act(async () => void (await locate.current.search('1018 W 12th Demo St')))
  await act(async () => void (await locate.current.locateAt({ lat: 39.77, lng: -86.16 })))
  onLine.mockRestore()
  expect(vi.mocked(toastInfo).mock.calls.map(([message]) => message)).toEqual([
    'No connection. This address is not on this phone.',
    'No connection. This house is not on this phone.',
  ])
  expect(toastError).not.toHaveBeenCalled()
})

it('a superseded lookup ends the busy state, and its failure shows no toast', async () => {
  let fail = (_: Error) => {}
  server.mockImplementation(() => new Promise((_answer, reject) => (fail = reject)))
  const locate = renderUseLocate()
  let found: unknown
  await act(async () => void locate.current.search('1018 W 12th Demo St').then((finding) => (found = finding)))
  expect(locate.current.searching).toBe(true)
  act(() => locate.current.cancelPending())
  expect(locate.current.searching).toBe(false)
  await act(async () => fail(new TypeError('Failed to fetch')))
  expect(found).toBe('superseded')
  expect(toastError).not.toHaveBeenCalled()
})

it('a place without parcels shows the message for an unavailable service, and no place its own', async () => {
  const located = {
    __typename: 'LocateResult',
    outcome: 'NEW',
    ownerUpdated: false,
    parcelServiceAvailable: true,
    parcelsFound: false,
    nearbyOwner: null,
    outline: null,
    property: null,
    draft: null,
    diagnostics: {
      __typename: 'LocateDiagnostics',
      userInput: '',
      processedQuery: '',
      selected: null,
      results: [],
      finalPoint: null,
    },
  }
  server.mockImplementation(async () => Response.json({ data: { locateProperty: located } }))
  const locate = renderUseLocate()
  await act(async () => void (await locate.current.locateAt({ lat: 39.77, lng: -86.16 })))
  const unavailable = 'Property lookup service is temporarily unavailable. Please contact admin if this persists.'
  expect(vi.mocked(toastError).mock.calls).toEqual([[unavailable, { duration: 6000 }]])
  vi.mocked(toastError).mockClear()
  located.outcome = 'NOT_FOUND'
  await act(async () => void (await locate.current.locateAt({ lat: 39.77, lng: -86.16 })))
  expect(vi.mocked(toastError).mock.calls).toEqual([['Could not get address for this location', undefined]])
})

it('a tapped place without an address offers to add a house', async () => {
  const notFound = {
    __typename: 'LocateResult',
    ...{ outcome: 'NOT_FOUND', ownerUpdated: false, parcelServiceAvailable: true, parcelsFound: false },
    ...{ nearbyOwner: null, outline: null, property: null, draft: null },
    diagnostics: { __typename: 'LocateDiagnostics', userInput: '', processedQuery: '', selected: null, results: [] },
  }
  Object.assign(notFound.diagnostics, { finalPoint: null })
  server.mockImplementation(async () => Response.json({ data: { locateProperty: notFound } }))
  const locate = renderUseLocate()
  const onAdd = vi.fn()
  await act(async () => void (await locate.current.locateAt({ lat: 39.77, lng: -86.16 }, { onAdd })))
  const [message, options] = vi.mocked(toastError).mock.lastCall!
  expect([message, options?.action?.label]).toEqual(['Could not get address for this location', 'Add a House'])
  options!.action!.run()
  expect(onAdd).toHaveBeenCalledOnce()
})
