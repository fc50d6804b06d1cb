// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toastError } from '../../lib/toasts.ts'
import { toastFailure, toastReason } from '../failureToasts.ts'
import { mockDataError, isMockDataEnabled, useMockData, useMockDataEnabled, setMockDataEnabled } from './mockData.ts'
import { clearStorage } from './storage.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn() }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('the mock-data flag', () => {
  it('is stored as useMockData, and changes are broadcast as mockDataToggle', () => {
    const listener = vi.fn<(event: Event) => void>()
    addEventListener('mockDataToggle', listener)
    setMockDataEnabled(true)
    expect(localStorage.getItem('useMockData')).toBe('true')
    expect(listener.mock.lastCall?.[0]).toMatchObject({ detail: { useMockData: true } })
    setMockDataEnabled(false)
    expect(isMockDataEnabled()).toBe(false)
    expect(listener).toHaveBeenCalledTimes(2)
    removeEventListener('mockDataToggle', listener)
  })

  it('is updated from this tab and from others', () => {
    const { result } = renderHook(useMockDataEnabled)
    act(() => setMockDataEnabled(true))
    expect(result.current).toBe(true)
    act(() => {
      localStorage.removeItem('useMockData')
      dispatchEvent(new StorageEvent('storage', { key: 'useMockData' }))
    })
    expect(result.current).toBe(false)
  })

  it('is removed in every tab on logout', () => {
    const { result } = renderHook(useMockDataEnabled)
    act(() => setMockDataEnabled(true))
    act(() => {
      clearStorage()
      dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    expect(result.current).toBe(false)
  })

  it('does not turn mock data on by itself: the provider decides', () => {
    setMockDataEnabled(true)
    expect(renderHook(useMockData).result.current).toBe(false)
  })
})

it('explains once that nothing is saved, in place of the failure message', () => {
  toastFailure(mockDataError(), 'Failed to update status')
  toastReason(mockDataError(), 'Failed to delete lead')
  const message = 'Mock data is on, so nothing is saved. Switch it off to work with real data.'
  expect(vi.mocked(toastError).mock.calls).toEqual([
    [message, { id: 'mock-data' }],
    [message, { id: 'mock-data' }],
  ])
})
