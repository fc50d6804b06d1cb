// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { KnockChoices } from './KnockChoices.tsx'

afterEach(cleanup)

it('the recorded outcome is marked, and a tap on it undoes the knock', () => {
  const onKnock = vi.fn<() => void>()
  const undoByTap = vi.fn<() => void>()
  const recorded = { eventId: 'e', propertyId: 'house', outcome: 'TALKED' as const, undoByTap }
  const { rerender } = renderSignedIn(<KnockChoices onKnock={onKnock} />)
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
  const { rerender } = renderSignedIn(
    <KnockChoices lastOutcome={{ outcome: 'NOT_THE_OWNER', ownId: null }} onKnock={onKnock} />,
  )
  expect(screen.getByRole('button', { current: true }).textContent).toBe('Not the owner')
  fireEvent.click(screen.getByRole('button', { name: 'Not the owner' }))
  expect(onKnock).toHaveBeenCalledExactlyOnceWith('NOT_THE_OWNER')
  const recorded = { eventId: 'e', propertyId: 'house', outcome: 'TALKED' as const, undoByTap: vi.fn() }
  rerender(
    <KnockChoices lastOutcome={{ outcome: 'NOT_THE_OWNER', ownId: null }} recorded={recorded} onKnock={onKnock} />,
  )
  expect(screen.getByRole('button', { current: true }).textContent).toBe('Talked')
})

it('the outcomes of the company follow in its order, without retired ones, and count as their meanings', async () => {
  const outcome = (id: string, name: string, more: object = {}) => ({
    ...{ __typename: 'Outcome', id, name, mark: 'DOG', color: 'PLUM', meaning: 'NOBODY_HOME', position: 1 },
    ...{ retiredAt: null, builtIn: false, ...more },
  })
  const outcomes = [
    outcome('talked', 'Talked', { builtIn: true }),
    outcome('dog', 'Dog in the yard'),
    outcome('quote', 'Wants a quote', { meaning: 'INTERESTED', position: 2 }),
    outcome('old', 'Old', { retiredAt: '2026-11-18T20:00:00Z' }),
  ]
  const onKnock = vi.fn<() => void>()
  const { rerender } = renderSignedIn(<KnockChoices onKnock={onKnock} />, {
    answers: { Outcomes: { data: { outcomes } } },
  })
  const group = await screen.findByRole('group', { name: 'Outcomes of the company' })
  expect([...group.children].map(({ textContent }) => textContent)).toEqual(['Dog in the yard', 'Wants a quote'])
  fireEvent.click(screen.getByRole('button', { name: 'Wants a quote' }))
  expect(onKnock).toHaveBeenCalledExactlyOnceWith('INTERESTED', { id: 'quote', name: 'Wants a quote' })
  const undoByTap = vi.fn<() => void>()
  const recorded = { eventId: 'e', propertyId: 'house', outcome: 'INTERESTED' as const, ownId: 'quote', undoByTap }
  rerender(<KnockChoices lastOutcome={{ outcome: 'INTERESTED', ownId: null }} recorded={recorded} onKnock={onKnock} />)
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Wants a quote')
  expect(screen.getByRole('button', { current: true }).textContent).toBe('Wants a quote')
  fireEvent.click(screen.getByRole('button', { name: 'Wants a quote' }))
  expect(undoByTap).toHaveBeenCalledOnce()
  expect(onKnock).toHaveBeenCalledOnce()
})
