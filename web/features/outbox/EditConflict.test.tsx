// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, it } from 'vitest'
import { sharedOutbox } from '../../session/outbox/outbox.ts'
import type { SendResult } from '../../session/outbox/outboxSender.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { OutboxButton } from './OutboxButton.tsx'

afterEach(cleanup)

const property = {
  ...{ __typename: 'Property', id: 'p', address: '1018 W 12th Demo St', streetNumber: '1018' },
  ...{ streetName: 'W 12th Demo St', city: 'Demo Town', state: 'IN', zipCode: null, lat: 39.77, lng: -86.16 },
  ...{ ownerName: 'Sample Owner 0143', ownerAddress: null, ownerSource: 'entered', parcelId: 'P-1' },
  ...{ ownerPhone: null, ownerEmail: null, notes: 'Dog', accessNote: null, language: 'es', unconfirmed: false },
  ...{ priority: 'HIGH', status: 'NEW', tags: ['GUTTER'], version: 2, assignedTo: null },
  createdAt: '2024-02-02T00:00:00Z',
}
const values = { ownerName: 'Sample Owner 0142', priority: 'HIGH', tags: ['STORM'], notes: null } as const

/** Opens the outbox with an edit that the server has refused, because somebody else changed the same field. */
async function openConflict() {
  const id = uuidv7()
  const outbox = sharedOutbox(id)
  const sent: unknown[] = []
  outbox.setSender({
    send: async ([item]) => {
      const { id: actionId, propertyEdit } = item!.action
      sent.push(propertyEdit)
      const isRefused = Boolean(propertyEdit?.before)
      const refusal = {
        outcome: 'REFUSED',
        code: 'CONFLICT',
        message: 'Somebody else has changed this since: owner name.',
      }
      const applied = { outcome: 'APPLIED', code: null, message: null }
      return [{ id: actionId, status: null, position: 7, ...(isRefused ? refusal : applied) } as SendResult]
    },
    upload: async () => ({}),
    onApplied: () => undefined,
    findSavedProperty: async () => undefined,
  })
  const propertyEdit = {
    propertyId: 'p',
    ...values,
    tags: ['STORM' as const],
    before: { ownerName: 'Sample Owner 0141' },
  }
  await outbox.add({
    action: { id: 'e', kind: 'PROPERTY_EDIT', occurredAt: '2026-11-18T20:14:00.000Z', propertyEdit },
    propertyId: 'p',
    title: '1018 W 12th Demo St, Demo Town, IN',
  })
  await act(() => outbox.flush())
  renderSignedIn(<OutboxButton />, { me: { id }, answers: { PropertyDetails: { data: { property } } } })
  await userEvent.click(await screen.findByRole('button', { name: '1 needs attention' }))
  const card = await screen.findByRole('region', { name: 'Needs attention: 1018 W 12th Demo St' })
  expect(card.textContent).toContain('Somebody else has changed this since: owner name.')
  await userEvent.click(within(card).getByRole('button', { name: 'Compare' }))
  const dialog = await screen.findByRole('dialog', { name: 'Changed by Somebody Else' })
  await within(dialog).findByText('Sample Owner 0143')
  return { outbox, sent, dialog }
}

it('shows the edit beside what is saved now, and sends it again over that', async () => {
  const { outbox, sent, dialog } = await openConflict()
  expect(
    within(dialog)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Sample Owner 0142', 'Sample Owner 0143'], ...['Storm Damage', 'Gutter Cleaning'], ...['None', 'Dog']])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Mine' }))
  await waitFor(() => expect(outbox.state().items).toEqual([]))
  expect(sent[1]).toEqual({ propertyId: 'p', ...values })
})

it('discards the edit, if the user keeps what is saved, and nothing if the dialog is closed', async () => {
  const { outbox, sent, dialog } = await openConflict()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(outbox.state().items).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Theirs' }))
  await waitFor(() => expect(outbox.state().items).toEqual([]))
  expect(sent).toHaveLength(1)
})
