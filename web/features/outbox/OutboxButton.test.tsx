// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Outbox, sharedOutbox } from '../../session/outbox/outbox.ts'
import { SendError, type SendResult } from '../../session/outbox/outboxSender.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { OutboxButton } from './OutboxButton.tsx'

const applied: SendResult = { id: 'k', outcome: 'APPLIED', code: null, message: null, status: null, position: 7 }
const refused: SendResult = { ...applied, outcome: 'REFUSED', code: 'BAD_USER_INPUT', message: 'The note is too long.' }

let me: { id: string }
let outbox: Outbox
let send: () => Promise<SendResult[]>
const requests: unknown[] = []

beforeEach(async () => {
  requests.length = 0
  me = { id: uuidv7() }
  outbox = sharedOutbox(me.id)
  outbox.setSender({
    send: (items) => {
      requests.push(items[0]?.action.knock?.note)
      return send()
    },
    upload: async () => ({}),
    onApplied: () => undefined,
    findSavedProperty: async () => undefined,
  })
  await outbox.add({
    action: {
      id: 'k',
      kind: 'KNOCK',
      occurredAt: '2026-11-18T20:14:00.000Z',
      knock: { propertyId: 'house', outcome: 'TALKED', note: 'much too long' },
    },
    propertyId: 'house',
    title: '1018 W 12th Demo St, Demo Town, IN',
  })
})
afterEach(cleanup)

it('lists what waits with its reason, and is gone when it was sent', async () => {
  send = () => Promise.reject(new SendError('unreachable', 'No connection'))
  await act(() => outbox.flush())
  renderSignedIn(<OutboxButton />, { me })
  fireEvent.click(screen.getByRole('button', { name: '1 waiting' }))
  const dialog = await screen.findByRole('dialog', { name: 'Waiting to Be Sent' })
  expect(within(dialog).getByRole('listitem').textContent).toMatch(/1018 W 12th Demo St.*Talked · note.*No connection/)
  send = async () => [applied]
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send Now' }))
  await within(dialog).findByText('Everything is sent')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

it('shows what the server refused, which can be repaired and sent', async () => {
  send = async () => [refused]
  await act(() => outbox.flush())
  renderSignedIn(<OutboxButton />, { me })
  fireEvent.click(screen.getByRole('button', { name: '1 needs attention' }))
  const card = await screen.findByRole('region', { name: 'Needs attention: 1018 W 12th Demo St' })
  expect(card.textContent).toContain('The note is too long.')
  send = async () => [applied]
  fireEvent.click(within(card).getByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Note/ }), { target: { value: 'short' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and Send' }))
  await screen.findByText('Everything is sent')
  expect(requests).toEqual(['much too long', 'short'])
})

it('discards only after a confirmation', async () => {
  send = async () => [refused]
  await act(() => outbox.flush())
  renderSignedIn(<OutboxButton />, { me })
  fireEvent.click(screen.getByRole('button', { name: '1 needs attention' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(outbox.state().items).toHaveLength(1)
  const question = await screen.findByRole('dialog', { name: 'Discard' })
  fireEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(outbox.state().items).toEqual([]))
})
