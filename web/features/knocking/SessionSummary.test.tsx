// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { OutboxItem } from '../../session/outbox/outboxItems.ts'
import { SessionSummary } from './SessionSummary.tsx'

const outbox = vi.hoisted(() => ({ items: [] as OutboxItem[], sent: [] as OutboxItem[] }))
vi.mock('../../session/outbox/useOutbox.ts', () => ({ useOutboxState: () => outbox }))

afterEach(cleanup)

const knock = (seq: number, outcome: KnockOutcome): OutboxItem => ({
  ...{ seq, propertyId: 'p', title: '1018 W 12th Demo St', outboxName: 'riley', sessionId: 's' },
  ...{ attempts: 0, serverFailures: 0 },
  action: {
    id: `knock ${seq}`,
    kind: 'KNOCK',
    occurredAt: new Date(seq * 60_000).toISOString(),
    knock: { propertyId: 'p', outcome },
  },
})
const show = (doors: number) => {
  const onClose = vi.fn<() => void>()
  const session = { id: 's', startedAt: new Date(0).toISOString(), pausedAt: null, pausedSeconds: 0 }
  render(<SessionSummary session={{ ...session, doors, talks: 0, leads: 0 }} length={5_048_000} onClose={onClose} />)
  return onClose
}
const lights = () => [...screen.getByRole('img').children].map((light) => (light as SVGElement).dataset['light'])

it('the summary of a session is its string of lights, with what was sent and what waits', () => {
  outbox.sent = [knock(1, 'NOBODY_HOME'), knock(2, 'TALKED')]
  outbox.items = [knock(3, 'LEFT_FLYER'), knock(4, 'INTERESTED')]
  const onClose = show(4)
  const dialog = screen.getByRole('dialog', { name: 'Session Ended' })
  expect(dialog.textContent).toContain('4 doors in 1:24:08')
  expect(dialog.textContent).toContain('4 lights, 2 talks')
  expect(dialog.textContent).not.toContain('another device')
  expect(lights()).toEqual(['knock', 'talk', 'knock', 'talk'])
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('2 of 4 bright for a talk')
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('it says how many doors of the session this device does not know', () => {
  Object.assign(outbox, { sent: [], items: [knock(1, 'TALKED')] })
  show(4)
  const { textContent } = screen.getByRole('dialog')
  expect(textContent).toContain('1 light, 1 talk')
  expect(textContent).toContain('3 more doors on another device.')
})

it('there is none for a session without a knock', () => {
  Object.assign(outbox, { sent: [], items: [] })
  show(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})
