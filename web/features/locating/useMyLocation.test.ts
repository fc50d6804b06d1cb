// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useMyLocation } from './useMyLocation.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('where one was is shown for as long as the map is open, and recorded for two minutes', () => {
  vi.useFakeTimers({ now: Date.UTC(2024, 1, 5, 9) })
  const coords = { latitude: 39.77, longitude: -86.16, accuracy: 8 }
  const getCurrentPosition = (found: (position: unknown) => void) => found({ coords })
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  const { result } = renderHook(useMyLocation)
  expect(result.current.here()).toBeUndefined()
  act(() => result.current.locateMe(() => undefined))
  const place = { lat: 39.77, lng: -86.16, accuracy: 8 }
  vi.setSystemTime(Date.UTC(2024, 1, 5, 9, 2))
  expect(result.current.here()).toEqual(place)
  vi.setSystemTime(Date.UTC(2024, 1, 5, 9, 2, 0, 1))
  expect(result.current.here()).toBeUndefined()
  expect(result.current.place).toEqual(place)
})
