// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PausedNotice } from './PausedNotice.tsx'

afterEach(cleanup)

it('a knock while the session is paused asks to resume, until the rep has answered', () => {
  const onResume = vi.fn()
  const notice = (knockId: string | undefined, pausedAt = '2026-12-01T16:00:00Z') => (
    <PausedNotice pausedAt={pausedAt} knockId={knockId} onResume={onResume} />
  )
  const { rerender } = render(notice('before the pause'))
  const asks = () => screen.queryByRole('status') !== null
  expect(asks()).toBe(false)
  rerender(notice('first'))
  expect(asks()).toBe(true)
  // The undo of the knock is over, the question stays.
  rerender(notice(undefined))
  expect(asks()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'No' }))
  expect(asks()).toBe(false)
  rerender(notice('first'))
  expect(asks()).toBe(false)
  rerender(notice('second'))
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
  expect(onResume).toHaveBeenCalledOnce()
})
