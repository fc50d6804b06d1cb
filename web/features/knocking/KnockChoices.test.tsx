// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KnockChoices } from './KnockChoices.tsx'

afterEach(cleanup)

it('the recorded outcome is marked, and a tap on it undoes the knock', () => {
  const onKnock = vi.fn<() => void>()
  const undoByTap = vi.fn<() => void>()
  const recorded = { eventId: 'e', propertyId: 'house', outcome: 'TALKED' as const, undoByTap }
  const { rerender } = render(<KnockChoices onKnock={onKnock} />)
  expect(screen.getAllByRole('button')).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: 'Talked' }))
  expect(onKnock).toHaveBeenCalledWith('TALKED')
  rerender(<KnockChoices onKnock={onKnock} recorded={recorded} />)
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Talked')
  fireEvent.click(screen.getByRole('button', { name: 'Talked' }))
  expect(undoByTap).toHaveBeenCalledOnce()
  expect(onKnock).toHaveBeenCalledOnce()
})

it('the outcome of the last visit keeps an edge, and a tap on it logs another knock', () => {
  const onKnock = vi.fn<() => void>()
  const { rerender } = render(<KnockChoices lastOutcome="NOT_THE_OWNER" onKnock={onKnock} />)
  expect(screen.getByRole('button', { current: true }).textContent).toBe('Not the owner')
  fireEvent.click(screen.getByRole('button', { name: 'Not the owner' }))
  expect(onKnock).toHaveBeenCalledExactlyOnceWith('NOT_THE_OWNER')
  const recorded = { eventId: 'e', propertyId: 'house', outcome: 'TALKED' as const, undoByTap: vi.fn() }
  rerender(<KnockChoices lastOutcome="NOT_THE_OWNER" recorded={recorded} onKnock={onKnock} />)
  expect(screen.getByRole('button', { current: true }).textContent).toBe('Talked')
})
