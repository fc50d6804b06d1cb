// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { ViewAsBar } from './ViewAsBar.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const tenant = (id: string, name: string, archivedAt: string | null = null) => ({
  ...{ __typename: 'TenantEdge', cursor: id },
  node: { __typename: 'Tenant', id, name, archivedAt },
})
const tenants = [tenant('t2', 'Sample Storm'), tenant('t1', 'Maple Demo'), tenant('t3', 'Old Sample', '2026-01-01')]
const show = (effectiveRole: 'GLOBAL_ADMIN' | 'OWNER' = 'GLOBAL_ADMIN') =>
  renderSignedIn(<ViewAsBar mockDataSwitch={<p>Mock Data</p>} />, {
    answers: { TenantChoices: { data: { tenants: { __typename: 'TenantConnection', edges: tenants } } } },
    me: { role: 'GLOBAL_ADMIN', effectiveRole, tenant: null, abilities: { viewAs: true, manageTenants: true } },
  })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('asks for a tenant in use before a role is viewed, and views the role in it', async () => {
  show()
  await screen.findByText('Mock Data')
  await press('View as Owner')
  await screen.findByText('You view the app as Owner of one tenant.')
  const buttons = await screen.findAllByRole('button', { name: /Demo|Sample/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Maple Demo', 'Sample Storm'])
  await press('Sample Storm')
  await waitFor(() => expect(localStorage.getItem('impersonatedRole')).toBe('owner'))
  expect(localStorage.getItem('chosenTenantId')).toBe('t2')
})

it('keeps the view if no tenant is chosen', async () => {
  show()
  await press('View as Admin')
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('impersonatedRole')).toBeNull()
})

it('says which role is viewed, hides what belongs to the own one, and ends the view', async () => {
  localStorage.setItem('impersonatedRole', 'owner')
  localStorage.setItem('chosenTenantId', 't1')
  show('OWNER')
  await screen.findByText('You are viewing the app as: Owner')
  expect(screen.queryByText('Mock Data')).toBeNull()
  expect(screen.getByRole('button', { name: 'View as Owner' }).getAttribute('aria-pressed')).toBe('true')
  await press('Admin View')
  await waitFor(() => expect(localStorage.getItem('impersonatedRole')).toBeNull())
})
