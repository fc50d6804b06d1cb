// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromFieldTime } from '../../../lib/dates.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { sharedOutbox } from '../../../session/outbox/outbox.ts'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import type { LeadProperty } from './LeadPropertySummary.tsx'
import { QuickLeadDialog } from './QuickLeadDialog.tsx'

vi.mock('../../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

const server = vi.fn<typeof fetch>()
const sent = () => JSON.parse(server.mock.calls[0]?.[1]?.body as string) as { variables: unknown }
const on = { onCreated: vi.fn(), onSkip: vi.fn(), onClose: vi.fn() }

const lines = { street: '1018 W 12th Demo St', town: 'Demo Town, IN', ownerName: null }
const newProperty = { address: '1018 W 12th Demo St, Demo Town, IN', lat: 39.77, lng: -86.16 }
const created = { id: 'lead', propertyId: 'house', tag: 'STORM', priority: 'HIGH', status: 'NEW', property: null }

const show = (property: LeadProperty['property'] = { newProperty }, leads: LeadProperty['leads'] = []) =>
  renderSignedIn(<QuickLeadDialog target={{ property, leads, ...lines }} skipping={false} {...on} />, {
    client: new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: '/graphql', fetch: server }) }),
  })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => server.mockReset())
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('Quick Lead Creation', () => {
  it('requires a type, and says so', () => {
    show()
    expect(button('Create Lead').disabled).toBe(true)
    expect(screen.queryAllByText('Please select a property type first')).toHaveLength(1)
    expect(screen.queryAllByText('Unknown Owner')).toHaveLength(1)
  })

  it('selects a type by its number key and clears it on a second choice', async () => {
    show()
    await userEvent.keyboard('4')
    expect(screen.getByRole('radio', { name: 'Storm Damage' }).getAttribute('aria-checked')).toBe('true')
    expect(button('Create Lead').disabled).toBe(false)
    await userEvent.click(screen.getByRole('radio', { name: 'Storm Damage' }))
    expect(button('Create Lead').disabled).toBe(true)
  })

  it('saves a new property together with its lead', async () => {
    server.mockResolvedValue(Response.json({ data: { createLead: { ...created, createdAt: '2024-02-02T00:00:00Z' } } }))
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'Storm Damage' }))
    await userEvent.click(screen.getByRole('radio', { name: 'High Priority' }))
    await userEvent.click(button('Create Lead'))
    await waitFor(() => expect(on.onCreated).toHaveBeenCalledOnce())
    const id = expect.any(String) as string
    expect(sent().variables).toEqual({
      input: { id, newProperty: { ...newProperty, id }, tag: 'STORM', priority: 'HIGH' },
    })
    expect(toastSuccess).toHaveBeenCalledWith('High priority lead created')
  })

  it('is the lead of the saved property if a knock has saved it since the dialog opened', async () => {
    show()
    const outbox = sharedOutbox('riley')
    const action = { id: 'saved', kind: 'PROPERTY' as const, occurredAt: '2026-11-02T14:00:00.000Z' }
    const property = { ...newProperty, id: 'saved' }
    await outbox.add({ propertyId: 'saved', title: newProperty.address, action: { ...action, property } })
    await userEvent.keyboard('4')
    await userEvent.click(button('Create Lead'))
    await waitFor(() => expect(outbox.state().items).toHaveLength(2))
    expect(outbox.state().items[1]!.action).toMatchObject({
      dependsOn: ['saved'],
      lead: { propertyId: 'saved', tag: 'STORM' },
    })
    await outbox.discard('saved')
  })

  it('takes who to ask for, their phone and when to come back, and digits typed there choose no type', async () => {
    server.mockResolvedValue(Response.json({ data: { createLead: { ...created, createdAt: '2024-02-02T00:00:00Z' } } }))
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'Gutter Cleaning' }))
    await userEvent.click(button('Contact and Follow-up'))
    // The first field has the focus.
    await userEvent.keyboard(' Ann Example 4 ')
    await userEvent.type(screen.getByLabelText('Phone'), '317 555 0142')
    fireEvent.change(screen.getByLabelText('Follow-up'), { target: { value: '2026-11-30T15:00' } })
    await userEvent.click(button('Create Lead'))
    await waitFor(() => expect(on.onCreated).toHaveBeenCalledOnce())
    expect(sent().variables).toMatchObject({
      input: {
        tag: 'GUTTER',
        contactName: 'Ann Example 4',
        contactPhone: '317 555 0142',
        followUpAt: fromFieldTime('2026-11-30T15:00')!.toISOString(),
      },
    })
  })

  it('asks before a second open lead of the same type, and creates it if it is wanted', async () => {
    server.mockResolvedValue(Response.json({ data: { createLead: { ...created, createdAt: '2024-02-02T00:00:00Z' } } }))
    const shared = { __typename: 'Lead', version: 2, createdAt: '2026-11-02T15:00:00Z' } as const
    show({ propertyId: 'house' }, [
      { ...shared, id: 'open', tag: 'STORM', status: 'CONTACTED' },
      { ...shared, id: 'done', tag: 'GUTTER', status: 'COMPLETED' },
    ])
    await userEvent.click(screen.getByRole('radio', { name: 'Storm Damage' }))
    await userEvent.click(button('Create Lead'))
    const question = screen.getByRole('dialog', { name: 'Create another lead?' })
    expect(question.textContent).toContain(
      'This house already has a lead for Storm Damage, Contacted, created Nov 2, 2026.',
    )
    await userEvent.click(button('Cancel'))
    expect(server).not.toHaveBeenCalled()
    await userEvent.click(button('Create Lead'))
    await userEvent.click(button('Create Another'))
    await waitFor(() => expect(on.onCreated).toHaveBeenCalledOnce())
    expect(sent().variables).toMatchObject({ input: { propertyId: 'house', tag: 'STORM' } })
  })

  it('does not ask where the lead of that type is completed', async () => {
    server.mockResolvedValue(Response.json({ data: { createLead: { ...created, createdAt: '2024-02-02T00:00:00Z' } } }))
    const done = { __typename: 'Lead', id: 'done', tag: 'STORM', status: 'COMPLETED' } as const
    show({ propertyId: 'house' }, [{ ...done, version: 2, createdAt: '2026-11-02T15:00:00Z' }])
    await userEvent.click(screen.getByRole('radio', { name: 'Storm Damage' }))
    await userEvent.click(button('Create Lead'))
    await waitFor(() => expect(on.onCreated).toHaveBeenCalledOnce())
  })

  it('keeps the choices when the server refuses, and shows its message', async () => {
    const refusal = { message: 'This house is another rep’s', extensions: { code: 'CONFLICT' } }
    server.mockResolvedValue(Response.json({ data: null, errors: [refusal] }))
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'Gutter Cleaning' }))
    await userEvent.click(button('Create Lead'))
    await waitFor(() => expect(toastError).toHaveBeenCalledWith('This house is another rep’s'))
    expect(on.onCreated).not.toHaveBeenCalled()
    expect(screen.getByRole('radio', { name: 'Gutter Cleaning' }).getAttribute('aria-checked')).toBe('true')
  })

  it('shows only the fallback message when the server is unreachable', async () => {
    server.mockResolvedValue(new Response('Bad Gateway', { status: 502 }))
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'Gutter Cleaning' }))
    await userEvent.click(button('Create Lead'))
    await waitFor(() => expect(toastError).toHaveBeenCalledWith('Failed to create lead'))
  })

  it('skips for an unsaved property, and only closes for a saved one', async () => {
    show()
    await userEvent.click(button('Skip for Now'))
    expect(on.onSkip).toHaveBeenCalledOnce()
    cleanup()
    show({ propertyId: 'house' })
    expect(screen.queryByRole('button', { name: 'Skip for Now' })).toBeNull()
    await userEvent.click(screen.getByText('Close'))
    expect(on.onClose).toHaveBeenCalledOnce()
  })
})
