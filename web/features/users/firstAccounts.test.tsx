// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role, UserRowFragment } from '../../gql/graphql.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { UserDialogs } from './UserDialogs.tsx'
import { WaitingApprovals } from './WaitingApprovals.tsx'

const tenants = [
  { id: 't1', name: 'Sample Roofing', archivedAt: null },
  { id: 't2', name: 'Sample Gutters', archivedAt: null },
]
const roles: Role[] = ['SALES_REP', 'OWNER']
const me = { abilities: { addUsers: true, manageUsers: true, manageTenants: true, assignableRoles: roles } }
const pending: UserRowFragment = {
  id: 'casey',
  email: 'casey@sample.example',
  fullName: 'Casey Example',
  role: 'SALES_REP',
  status: 'PENDING',
  phone: null,
  createdAt: '2026-01-01T00:00:00Z',
  tenant: null,
}

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const openNew = (count: number, path = '/users?dialog=new') =>
  renderSignedIn(
    <UserDialogs
      dialog={{ name: 'new', userId: null }}
      users={[]}
      tenants={tenants.slice(0, count)}
      onClose={() => undefined}
    />,
    { me, path },
  )
const tenant = () => screen.findByRole<HTMLInputElement>('combobox', { name: /Tenant/ })

it('a new account is in the only tenant, and with several tenants in none', async () => {
  openNew(1)
  expect((await tenant()).value).toBe('Sample Roofing')
  cleanup()
  openNew(2)
  expect((await tenant()).value).toBe('None')
})

it('the first account of a tenant is its owner', async () => {
  openNew(2, '/users?dialog=new&tenant=t2')
  expect((await tenant()).value).toBe('Sample Gutters')
  expect(screen.getByRole('radio', { checked: true }).textContent).toContain('Owner')
})

it('an account that waits is approved in the only tenant without a choice', async () => {
  const { sent } = renderSignedIn(
    <UserDialogs
      dialog={{ name: 'approve', userId: 'casey' }}
      users={[pending]}
      tenants={tenants.slice(0, 1)}
      onClose={() => undefined}
    />,
    { me },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent).toContainEqual(['ApproveUser', { id: 'casey', tenantId: 't1', role: 'SALES_REP' }]))
})

it('whoever has approved an account can write so to the person', async () => {
  const open = vi.spyOn(globalThis, 'open').mockReturnValue(null)
  renderSignedIn(
    <>
      <UserDialogs
        dialog={{ name: 'approve', userId: 'casey' }}
        users={[pending]}
        tenants={tenants.slice(0, 1)}
        onClose={() => undefined}
      />
      <Toaster />
    </>,
    { me, answers: { ApproveUser: { data: { approveUser: { ...pending, __typename: 'User', status: 'ACTIVE' } } } } },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Tell them/ }))
  const text = `Sign%20in%20at%20${location.origin}/login`
  const letter = `mailto:casey@sample.example?subject=Your%20account%20is%20approved&body=${text}`
  expect(open).toHaveBeenCalledExactlyOnceWith(letter, '_self')
})

it('the dashboard says how many accounts wait, and leads to them', async () => {
  renderSignedIn(<WaitingApprovals />, { me, answers: { UserTotal: { data: { users: { totalCount: 2 } } } } })
  await screen.findByText(/2 accounts wait for approval/)
  expect(screen.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/users?status=PENDING')
})
