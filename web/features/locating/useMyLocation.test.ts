// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as toasts from '../../lib/toasts.ts'
import { useMyLocation } from './useMyLocation.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const coords = { latitude: 39.77, longitude: -86.16, accuracy: 8 }

it('a location stays on the map, but counts as fresh for two minutes only', () => {
  vi.useFakeTimers({ now: Date.UTC(2024, 1, 5, 9) })
  const getCurrentPosition = (found: (position: unknown) => void) => found({ coords })
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  const { result } = renderHook(() => useMyLocation({ isFollowing: false }))
  expect(result.current.freshLocation()).toBeUndefined()
  act(() => result.current.locateMe(() => undefined))
  const place = { lat: 39.77, lng: -86.16, accuracyMeters: 8 }
  vi.setSystemTime(Date.UTC(2024, 1, 5, 9, 2))
  expect(result.current.freshLocation()).toEqual(place)
  vi.setSystemTime(Date.UTC(2024, 1, 5, 9, 2, 0, 1))
  expect(result.current.freshLocation()).toBeUndefined()
  expect(result.current.location).toEqual(place)
})

/** A phone whose watches are `watches`, by id. */
function stubPhone() {
  const watches = new Map<number, { found: (position: unknown) => void; failed: (error: unknown) => void }>()
  let lastId = 0
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition: (found: () => void, failed: () => void) => {
        watches.set(++lastId, { found, failed })
        return lastId
      },
      clearWatch: (id: number) => watches.delete(id),
    },
  })
  const show = (state: 'visible' | 'hidden') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  return { watches, show, current: () => [...watches.values()][0]! }
}

it('the location follows the rep within a session while the page is visible', () => {
  const { watches, show, current } = stubPhone()
  const { result, rerender } = renderHook(useMyLocation, { initialProps: { isFollowing: false } })
  expect(watches.size).toBe(0)
  rerender({ isFollowing: true })
  act(() => current().found({ coords }))
  act(() => current().found({ coords: { ...coords, latitude: 39.78 } }))
  expect(result.current.location).toEqual({ lat: 39.78, lng: -86.16, accuracyMeters: 8 })
  show('hidden')
  expect(watches.size).toBe(0)
  show('visible')
  expect(watches.size).toBe(1)
  rerender({ isFollowing: false })
  expect(watches.size).toBe(0)
})

it('a denied location says what to do; a missing signal does not', () => {
  const toastError = vi.spyOn(toasts, 'toastError')
  const { watches, current } = stubPhone()
  renderHook(() => useMyLocation({ isFollowing: true }))
  act(() => current().failed({ code: 2 }))
  expect(toastError).not.toHaveBeenCalled()
  expect(watches.size).toBe(1)
  act(() => current().failed({ code: 1 }))
  expect(toastError).toHaveBeenCalledExactlyOnceWith(
    'Knocks are logged without your location',
    expect.objectContaining({ detail: expect.stringContaining('Allow location for this site') as string }),
  )
  expect(watches.size).toBe(0)
})
