// @vitest-environment jsdom
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toastError, toastInfo } from '../lib/toasts.ts'
import { renderHookSignedIn } from '../testing/renderSignedIn.tsx'
import { useWalk } from './useWalk.ts'

vi.mock('../lib/toasts.ts', () => ({
  toastError: vi.fn(),
  toastInfo: vi.fn(),
  toastSuccess: vi.fn(),
  LONG_TOAST_MS: 6000,
}))

const locate = vi.fn<() => object | Promise<object>>()

const point = { lat: 39.77, lng: -86.16 }

function renderWalk({ phone = true } = {}) {
  const answers = { LocateProperty: () => locate() }
  const { result } = renderHookSignedIn(() => useWalk({ phone, knocks: {} as never, place: () => ({}) }), {
    ...{ answers, isPhone: phone },
  })
  const untilAnswered = () => waitFor(() => expect(result.current.walk.pending).toBeUndefined())
  return {
    walk: () => result.current.walk,
    map: () => result.current.map,
    cancel: () => act(() => result.current.send({ type: 'lookUpCanceled' })),
    startSearch: () => act(() => result.current.send({ type: 'addressEntered', address: '1018 W 12th Demo St' })),
    search: async () => {
      act(() => result.current.send({ type: 'addressEntered', address: '1018 W 12th Demo St' }))
      await untilAnswered()
    },
    tap: async () => {
      act(() => result.current.send({ type: 'pointTapped', point, zoom: 19 }))
      await untilAnswered()
    },
  }
}

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('a failure shows the message for its lookup method, with the reason from the server', async () => {
  const extensions = { code: 'BAD_USER_INPUT' }
  locate.mockReturnValue({ errors: [{ message: 'Choose a tenant first', extensions }] })
  const walk = renderWalk()
  await walk.search()
  await walk.tap()
  expect(vi.mocked(toastError).mock.calls).toEqual([
    ['Failed to search address', { detail: 'Choose a tenant first' }],
    ['Failed to process location', { detail: 'Choose a tenant first' }],
  ])
})

it('a lookup without a connection says calmly that this phone does not have the house', async () => {
  locate.mockRejectedValue(new TypeError('Failed to fetch'))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const walk = renderWalk()
  await walk.search()
  await walk.tap()
  onLine.mockRestore()
  expect(vi.mocked(toastInfo).mock.calls.map(([message]) => message)).toEqual([
    'No connection. This address is not on this phone.',
    'No connection. This house is not on this phone.',
  ])
  expect(toastError).not.toHaveBeenCalled()
  expect(walk.walk().dialog).toEqual({ kind: 'add', point, isOffline: true })
})

it('a superseded lookup ends the busy state, and its failure shows no toast', async () => {
  let fail = (_: Error) => {}
  locate.mockImplementation(() => new Promise((_answer, reject) => (fail = reject)))
  const walk = renderWalk()
  walk.startSearch()
  await waitFor(() => expect(locate).toHaveBeenCalledOnce())
  expect(walk.walk().pending?.method).toBe('search')
  walk.cancel()
  expect(walk.walk().pending).toBeUndefined()
  await act(async () => fail(new TypeError('Failed to fetch')))
  expect(walk.walk().selection).toBeUndefined()
  expect(toastError).not.toHaveBeenCalled()
})

it('a place without parcels shows the message for an unavailable service if that has a key, and no place its own', async () => {
  const located = {
    __typename: 'LocateResult',
    outcome: 'NEW',
    ownerUpdated: false,
    parcelServiceAvailable: true,
    parcelServiceKeyed: true,
    parcelsFound: false,
    nearbyOwner: null,
    match: 'NONE',
    candidates: [],
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
  locate.mockReturnValue({ data: { locateProperty: located } })
  const walk = renderWalk()
  await walk.tap()
  const unavailable = 'Property lookup service is temporarily unavailable. Please contact admin if this persists.'
  expect(vi.mocked(toastError).mock.calls).toEqual([[unavailable, { duration: 6000 }]])
  vi.mocked(toastError).mockClear()
  located.parcelServiceKeyed = false
  await walk.tap()
  expect(toastError).not.toHaveBeenCalled()
  located.parcelServiceAvailable = false
  await walk.tap()
  expect(vi.mocked(toastError).mock.lastCall?.[0]).toBe(unavailable)
  vi.mocked(toastError).mockClear()
  located.parcelServiceAvailable = true
  located.outcome = 'NOT_FOUND'
  await walk.tap()
  expect(vi.mocked(toastError).mock.calls).toEqual([['Could not get address for this location', undefined]])
})

it('a place without an address asks for it on a phone, and offers to add a house on a wide screen and after a search', async () => {
  const notFound = {
    __typename: 'LocateResult',
    ...{ outcome: 'NOT_FOUND', ownerUpdated: false, parcelServiceAvailable: true, parcelsFound: false },
    parcelServiceKeyed: false,
    ...{ nearbyOwner: null, match: 'NONE', candidates: [], outline: null, property: null, draft: null },
    diagnostics: { __typename: 'LocateDiagnostics', userInput: '', processedQuery: '', selected: null, results: [] },
  }
  Object.assign(notFound.diagnostics, { finalPoint: null })
  locate.mockReturnValue({ data: { locateProperty: notFound } })
  const onPhone = renderWalk()
  await onPhone.tap()
  expect(vi.mocked(toastError).mock.lastCall).toEqual(['Could not get address for this location', undefined])
  expect(onPhone.walk().dialog).toEqual({ kind: 'add', point })
  const walk = renderWalk({ phone: false })
  await walk.tap()
  const [message, options] = vi.mocked(toastError).mock.lastCall!
  expect([message, options?.action?.label]).toEqual(['Could not get address for this location', 'Add a House'])
  act(() => options!.action!.run())
  expect(walk.walk().dialog).toEqual({ kind: 'add', point })
  const middle = { lat: 39.8, lng: -86.2 }
  walk.map().current = { extent: () => ({ center: middle }), goTo: () => undefined } as never
  notFound.diagnostics.userInput = '12 New Demo Ct'
  await walk.search()
  const [said, offer] = vi.mocked(toastError).mock.lastCall!
  expect([said, offer?.action?.label]).toEqual(['Address not found', 'Add a House'])
  act(() => offer!.action!.run())
  expect(walk.walk().dialog).toEqual({ kind: 'add', point: middle, typed: '12 New Demo Ct' })
})
