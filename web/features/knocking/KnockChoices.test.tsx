// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KnockChoices } from './KnockChoices.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('two taps within 100 ms are one, and a later tap on the recorded outcome undoes it', () => {
  const onKnock = vi.fn<() => void>()
  const undo = vi.fn<() => void>()
  const { rerender } = render(<KnockChoices onKnock={onKnock} />)
  const tap = () => fireEvent.click(screen.getByRole('button', { name: 'Talked' }))
  tap()
  const recorded = { eventId: 'e', propertyId: 'house', outcome: 'TALKED' as const, undo }
  rerender(<KnockChoices onKnock={onKnock} recorded={recorded} />)
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Talked')
  vi.advanceTimersByTime(100)
  tap()
  expect(onKnock).toHaveBeenCalledOnce()
  expect(undo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(900)
  tap()
  expect(undo).toHaveBeenCalledOnce()
  expect(onKnock).toHaveBeenCalledOnce()
})
