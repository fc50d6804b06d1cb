// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useGathered } from './useGathered.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('runs at the first hint, and once for all that follow within the rest', () => {
  const told = vi.fn()
  const { result } = renderHook(() => useGathered(told, 500))
  result.current()
  expect(told).toHaveBeenCalledTimes(1)
  for (let hints = 0; hints < 40; hints += 1) result.current()
  expect(told).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(500)
  expect(told).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(500)
  expect(told).toHaveBeenCalledTimes(2)
  result.current()
  expect(told).toHaveBeenCalledTimes(3)
})

it('says nothing more once it is out of sight', () => {
  const told = vi.fn()
  const { result, unmount } = renderHook(() => useGathered(told, 500))
  result.current()
  result.current()
  unmount()
  vi.advanceTimersByTime(1000)
  expect(told).toHaveBeenCalledTimes(1)
})
