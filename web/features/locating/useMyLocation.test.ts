// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useMyLocation } from './useMyLocation.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a location stays on the map, but counts as fresh for two minutes only', () => {
  vi.useFakeTimers({ now: Date.UTC(2024, 1, 5, 9) })
  const coords = { latitude: 39.77, longitude: -86.16, accuracy: 8 }
  const getCurrentPosition = (found: (position: unknown) => void) => found({ coords })
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  const { result } = renderHook(useMyLocation)
  expect(result.current.freshLocation()).toBeUndefined()
  act(() => result.current.locateMe(() => undefined))
  const place = { lat: 39.77, lng: -86.16, accuracy: 8 }
  vi.setSystemTime(Date.UTC(2024, 1, 5, 9, 2))
  expect(result.current.freshLocation()).toEqual(place)
  vi.setSystemTime(Date.UTC(2024, 1, 5, 9, 2, 0, 1))
  expect(result.current.freshLocation()).toBeUndefined()
  expect(result.current.location).toEqual(place)
})
