// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toastSuccess } from '../../../lib/toasts.ts'
import { type Answers, renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { NewLeadsOffer } from './NewLeadsOffer.tsx'
import { useDoorLeads } from './useDoorLeads.ts'

vi.mock('../../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))
afterEach(cleanup)

const lead = (id: string, status: string) => ({
  __typename: 'Lead',
  id,
  tag: 'STORM',
  status,
  version: 3,
  createdAt: '2026-11-02T15:00:00Z',
})
const leads = [lead('new', 'NEW'), lead('done', 'COMPLETED')]
const answers: Answers = {
  UpdateLeadStatus: (variables) => ({ data: { updateLead: { __typename: 'Lead', ...variables, version: 4 } } }),
  LeadsOfProperty: { data: { property: { __typename: 'Property', id: 'house', outline: null, leads } } },
}

const Offer = () => <NewLeadsOffer {...useDoorLeads('house', true).offer} />

it('a refused house offers to mark its new leads contacted, with one tap', async () => {
  const { sent } = renderSignedIn(<Offer />, { answers })
  await screen.findByText('1 lead of this house is still New.')
  fireEvent.click(screen.getByRole('button', { name: 'Mark Contacted' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  // The status is shown before the server has answered.
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Lead status updated'))
  const updates = sent.filter(([name]) => name === 'UpdateLeadStatus')
  expect(updates).toEqual([['UpdateLeadStatus', { id: 'new', status: 'CONTACTED', ifVersion: 3 }]])
})
