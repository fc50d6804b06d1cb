// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { keepInstallPrompt, useInstallPrompt } from './installPrompt.ts'

keepInstallPrompt()

function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(event))
  return { prompt, event }
}

it('keeps the offer of the browser, which is made before the menu exists, and uses it once', async () => {
  const { prompt, event } = offer()
  expect(event.defaultPrevented).toBe(true)
  const { result } = renderHook(useInstallPrompt)
  act(() => result.current!())
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(result.current).toBeUndefined())
})

it('ends when the app is installed in another way', () => {
  const { result } = renderHook(useInstallPrompt)
  expect(result.current).toBeUndefined()
  offer()
  expect(result.current).toBeTypeOf('function')
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(result.current).toBeUndefined()
})
