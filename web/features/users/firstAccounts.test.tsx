// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role, UserRowFragment } from '../../gql/graphql.ts'
import { type Answers, renderSignedIn } from '../../testing/renderSignedIn.tsx'
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

const connection = (...users: UserRowFragment[]) => ({
  data: {
    users: {
      __typename: 'UserConnection',
      edges: users.map((node) => ({
        __typename: 'UserEdge',
        cursor: node.id,
        node: {
          ...node,
          __typename: 'User',
          tenant: node.tenant && { ...node.tenant, __typename: 'Tenant' },
        },
      })),
      pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
      totalCount: users.length,
      pendingCount: 2,
    },
  },
})
const other: UserRowFragment = { ...pending, id: 'drew', email: 'drew@other.example', fullName: 'Drew Example' }

/** Opens the dialog for Casey, while Drew waits too and Riley, who has an address of Casey's domain, works for Sample Gutters. */
const openApproval = (answers: Answers = {}) =>
  renderSignedIn(
    <UserDialogs
      dialog={{ name: 'approve', userId: 'casey' }}
      users={[pending]}
      tenants={tenants}
      onClose={() => undefined}
    />,
    {
      me,
      answers: {
        UserList: ({ filter }) => {
          const { status, search } = filter as { status: string; search?: string }
          if (status === 'PENDING') return connection(pending, other)
          const riley = { ...pending, id: 'riley', fullName: 'Riley Example', email: 'riley@sample.example' }
          return search === '@sample.example'
            ? connection({ ...riley, tenant: { id: 't2', name: 'Sample Gutters' } })
            : connection()
        },
        ...answers,
      },
    },
  )

it('who has an address of the same domain is told, and their tenant is chosen with a click', async () => {
  openApproval()
  fireEvent.click(await screen.findByRole('button', { name: 'Sample Gutters' }))
  expect(screen.getByText(/^Riley Example has an address/).textContent).toBe(
    'Riley Example has an address @sample.example: Sample Gutters',
  )
  expect((await tenant()).value).toBe('Sample Gutters')
})

it('several accounts are approved at once, in a tenant that is made here', async () => {
  const { sent } = openApproval({
    CreateTenant: { data: { createTenant: { __typename: 'Tenant', id: 't3', name: 'Sample Siding' } } },
    ApproveUser: ({ id }) => ({
      data: { approveUser: { ...(id === 'drew' ? other : pending), __typename: 'User', status: 'ACTIVE' } },
    }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Also Drew Example' }))
  expect(screen.getByRole('dialog', { name: 'Approve 2 Accounts' })).not.toBeNull()
  await userEvent.click(await tenant())
  await userEvent.click(await screen.findByRole('option', { name: 'New tenant' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  expect(screen.queryAllByText('Enter the name of the company')).toHaveLength(1)
  await userEvent.type(screen.getByLabelText(/^Company Name/), ' Sample Siding ')
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent).toContainEqual(['ApproveUser', { id: 'drew', tenantId: 't3', role: 'OWNER' }]))
  const input = { name: 'Sample Siding', companyName: 'Sample Siding' }
  expect(sent.filter(([name]) => ['CreateTenant', 'ApproveUser'].includes(name))).toEqual([
    ['CreateTenant', { input }],
    ['ApproveUser', { id: 'casey', tenantId: 't3', role: 'OWNER' }],
    ['ApproveUser', { id: 'drew', tenantId: 't3', role: 'OWNER' }],
  ])
})

it('after an account that could not be approved, those before it are not approved again', async () => {
  let failures = 1
  const { sent } = openApproval({
    ApproveUser: ({ id }) =>
      id === 'drew' && failures-- > 0
        ? { data: null, errors: [{ message: 'It failed.', extensions: { code: 'INTERNAL' } }] }
        : { data: { approveUser: { ...(id === 'drew' ? other : pending), __typename: 'User', status: 'ACTIVE' } } },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Also Drew Example' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sample Gutters' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const approvals = () => sent.flatMap(([name, { id }]) => (name === 'ApproveUser' ? [id] : []))
  await waitFor(() => expect(approvals()).toEqual(['casey', 'drew']))
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(approvals()).toEqual(['casey', 'drew', 'drew']))
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
  // Clicked in the step that finds it, because the toast goes after six seconds.
  await waitFor(() => fireEvent.click(screen.getByRole('button', { name: /^Tell them/ })))
  const text = `Sign%20in%20at%20${location.origin}/login`
  const letter = `mailto:casey@sample.example?subject=Your%20account%20is%20approved&body=${text}`
  expect(open).toHaveBeenCalledExactlyOnceWith(letter, '_self')
})

it('the dashboard says how many accounts wait, and leads to them', async () => {
  renderSignedIn(<WaitingApprovals />, { me, answers: { UserTotal: { data: { users: { totalCount: 2 } } } } })
  await screen.findByText(/2 accounts wait for approval/)
  expect(screen.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/users?status=PENDING')
})
