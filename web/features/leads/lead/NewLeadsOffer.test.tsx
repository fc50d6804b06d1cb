// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toastSuccess } from '../../../lib/toasts.ts'
import { NewLeadsOffer } from './NewLeadsOffer.tsx'
import { useDoorLeads } from './useDoorLeads.ts'

vi.mock('../../../session/person/MeProvider.tsx', () => ({
  useMe: () => ({ id: 'riley', fullName: 'Riley Example', tenant: null, abilities: { viewAs: false } }),
}))

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
const updated: unknown[] = []
const server = async (_: unknown, init?: RequestInit) => {
  const { operationName, variables } = JSON.parse(init?.body as string) as { operationName: string; variables: object }
  if (operationName === 'UpdateLeadStatus') {
    updated.push(variables)
    return Response.json({ data: { updateLead: { __typename: 'Lead', ...variables, version: 4 } } })
  }
  const leads = [lead('new', 'NEW'), lead('done', 'COMPLETED')]
  return Response.json({ data: { property: { __typename: 'Property', id: 'house', outline: null, leads } } })
}

const Offer = () => <NewLeadsOffer {...useDoorLeads('house', true).offer} />

it('a refused house offers to mark its new leads contacted, with one tap', async () => {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: '/graphql', fetch: server }),
  })
  render(
    <ApolloProvider client={client}>
      <Offer />
    </ApolloProvider>,
  )
  await screen.findByText('1 lead of this house is still New.')
  fireEvent.click(screen.getByRole('button', { name: 'Mark contacted' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  // The status is shown before the server has answered.
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Lead status updated'))
  expect(updated).toEqual([{ id: 'new', status: 'CONTACTED', ifVersion: 3 }])
})
