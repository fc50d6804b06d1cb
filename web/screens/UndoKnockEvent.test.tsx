// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ActivityRowFragment } from '../gql/graphql.ts'
import { setDisplayTimeZone } from '../lib/dates.ts'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { UndoKnockEvent } from './UndoKnockEvent.tsx'

const undoKnock = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('../features/knocking/useUndoKnock.ts', () => ({ useUndoKnock: () => undoKnock }))

beforeEach(() => {
  setDisplayTimeZone('America/Indiana/Indianapolis')
  vi.useFakeTimers({ now: Date.parse('2026-11-19T04:30:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
  setDisplayTimeZone(undefined)
})

const knock = {
  ...{ type: 'DoorKnocked', eventId: 'knock', occurredAt: '2026-11-17T20:00:00Z' },
  actor: { id: 'riley', fullName: 'Riley Example' },
  record: { kind: 'PROPERTY', id: 'house', label: '1031 W 11th Demo St' },
} as ActivityRowFragment

function show(withdrawTeamKnocks: boolean, event: Partial<ActivityRowFragment> = {}, id = 'riley') {
  renderSignedIn(<UndoKnockEvent event={{ ...knock, ...event }} />, { me: { id, abilities: { withdrawTeamKnocks } } })
  return screen.queryByRole('button', { name: 'Undo This Knock' })
}

it('a manager undoes any knock from its event, once', () => {
  const button = show(true, { occurredAt: '2026-06-01T20:00:00Z' }, 'quinn')
  fireEvent.click(button!)
  expect(undoKnock).toHaveBeenCalledExactlyOnceWith({
    eventId: 'knock',
    propertyId: 'house',
    title: '1031 W 11th Demo St',
    knockedAt: '2026-06-01T20:00:00Z',
  })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undone' }).disabled).toBe(true)
})

it('a rep undoes their own knocks of the last seven days', () => {
  expect(show(false)?.textContent).toBe('Undo This Knock')
  cleanup()
  expect(show(false, { occurredAt: '2026-11-11T20:00:00Z' })).toBeNull()
  expect(show(false, {}, 'casey')).toBeNull()
})

it('other events, and knocks at deleted properties, offer nothing', () => {
  expect(show(true, { type: 'LeadCreated' })).toBeNull()
  expect(show(true, { record: null })).toBeNull()
})
