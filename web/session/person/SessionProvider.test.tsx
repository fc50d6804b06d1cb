// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LogoutDocument } from '../../gql/plain/graphql.ts'
import { hashOf } from '../../lib/persistedQuery.ts'
import { toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { SessionProvider, useSession } from './SessionProvider.tsx'
import { type StoredUser, storeSession } from './storage.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastInfo: vi.fn(), toastSuccess: vi.fn() }))

const userWithRole = (role: StoredUser['role']): StoredUser => ({
  id: 'u1',
  email: 'parker@porchlight.example',
  fullName: 'Parker Mockingham',
  role,
  isAdmin: role === 'ADMIN',
  isOwner: role === 'OWNER',
  phone: null,
  isActive: true,
  createdAt: '2026-01-05T14:00:00.000Z',
  tenantId: null,
  mustChangePassword: false,
  tenant: null,
})

const server = vi.fn(async (..._call: Parameters<typeof fetch>) => Response.json({ data: { logout: { message: '' } } }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

function renderSession(role: StoredUser['role']) {
  storeSession({ token: 'secret', user: userWithRole(role) }, Date.now())
  const app = renderHook(useSession, { wrapper: SessionProvider })
  return { session: () => app.result.current, unmount: app.unmount }
}

it('lets a global admin view the app as another role, also after a reload', () => {
  const first = renderSession('GLOBAL_ADMIN')
  act(() => first.session().viewAs('SALES_REP'))
  expect(toastSuccess).toHaveBeenCalledWith('Now viewing as: SALES_REP')
  expect(localStorage.getItem('impersonatedRole')).toBe('sales_rep')
  first.unmount()
  const second = renderSession('GLOBAL_ADMIN')
  expect(second.session().view.role).toBe('SALES_REP')
  act(() => second.session().viewAs(null))
  expect(toastSuccess).toHaveBeenLastCalledWith('Stopped impersonation')
  expect(localStorage.getItem('impersonatedRole')).toBeNull()
})

it('does not let other users view as a role, or restore a stored one', () => {
  localStorage.setItem('impersonatedRole', 'owner')
  const { session } = renderSession('OWNER')
  expect(session().view.role).toBeNull()
  act(() => session().viewAs('ADMIN'))
  expect(toastError).toHaveBeenCalledWith('Only global admins can impersonate roles.')
  expect(session().view.role).toBeNull()
})

it('logging out ends the session on the server and clears all storage', () => {
  const { session } = renderSession('GLOBAL_ADMIN')
  act(() => session().viewAs('OWNER'))
  act(() => session().signOut())
  const [address, sent] = server.mock.calls[0] ?? []
  expect(address).toBe('/graphql')
  expect(sent?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-impersonate-role': 'owner' })
  expect(sent?.body).toContain(hashOf(LogoutDocument))
  expect(session()).toMatchObject({
    token: null,
    user: null,
    view: { role: null, tenantId: null, userId: null },
    loggedOut: true,
  })
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
  expect(toastSuccess).toHaveBeenLastCalledWith('Logged out successfully')
})

it('logging out works without a server', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { session } = renderSession('SALES_REP')
  await act(async () => session().signOut())
  expect(session().token).toBeNull()
})

it('keeps the selected tenant through views and reloads until logout', () => {
  const first = renderSession('GLOBAL_ADMIN')
  act(() => first.session().chooseTenant('t1'))
  act(() => first.session().viewAs('OWNER'))
  expect(first.session().view).toEqual({ role: 'OWNER', tenantId: 't1', userId: null })
  first.unmount()
  const second = renderSession('GLOBAL_ADMIN')
  expect(second.session().view).toEqual({ role: 'OWNER', tenantId: 't1', userId: null })
  act(() => second.session().viewAs(null))
  expect(second.session().view).toEqual({ role: null, tenantId: 't1', userId: null })
  act(() => second.session().signOut())
  expect(localStorage.getItem('chosenTenantId')).toBeNull()
})

it('resets a view that the server refuses, and shows the reason', () => {
  const { session } = renderSession('GLOBAL_ADMIN')
  act(() => session().viewAs('OWNER', { tenantId: 't1' }))
  act(() => session().resetView('Tenant not found'))
  expect(toastError).toHaveBeenCalledWith('Tenant not found')
  expect(session().view).toEqual({ role: null, tenantId: null, userId: null })
  expect(localStorage.getItem('impersonatedRole')).toBeNull()
})

it('distinguishes an expired session from a logout, because only the first returns to its screen', () => {
  const { session } = renderSession('SALES_REP')
  act(() => session().expire())
  expect(session()).toMatchObject({ token: null, loggedOut: false })
})

it('ignores a late refusal of an older or logged-out session', () => {
  const { session } = renderSession('SALES_REP')
  const { expire, refreshUser } = session()
  act(() => session().signOut())
  act(expire)
  expect(toastInfo).not.toHaveBeenCalled()
  const newer = { token: 'newer', user: userWithRole('OWNER') }
  act(() => session().signIn(newer))
  act(() => {
    expire()
    refreshUser(userWithRole('SALES_REP'))
  })
  expect(session()).toMatchObject(newer)
  expect(localStorage.getItem('token')).toBe('newer')
  expect(toastInfo).not.toHaveBeenCalled()
})

it('does not end the session that another tab started', () => {
  const { session } = renderSession('SALES_REP')
  localStorage.setItem('token', 'newer')
  act(() => session().expire())
  expect(session().token).toBeNull()
  expect(localStorage.getItem('token')).toBe('newer')
  expect(toastInfo).toHaveBeenCalledTimes(1)
})

describe('what is stored of the answers of the server', () => {
  const deleteDatabase = vi.fn()
  beforeEach(() => void vi.stubGlobal('indexedDB', { deleteDatabase }))
  const everything = [['porchlight.areas'], ['porchlight.reads']]

  it('is deleted when the session is revoked', () => {
    const { session } = renderSession('SALES_REP')
    act(() => session().expire())
    expect(deleteDatabase.mock.calls).toEqual(everything)
  })

  it('is deleted when the role of the user has changed, and not when anything else has', () => {
    const { session } = renderSession('ADMIN')
    act(() => session().refreshUser({ ...userWithRole('ADMIN'), fullName: 'Parker Renamed' }))
    expect(deleteDatabase).not.toHaveBeenCalled()
    act(() => session().refreshUser(userWithRole('SALES_REP')))
    expect(deleteDatabase.mock.calls).toEqual(everything)
  })

  it('is deleted when another user signs in, and not when the same one does', () => {
    const { session } = renderSession('SALES_REP')
    act(() => session().signIn({ token: 'second', user: userWithRole('SALES_REP') }))
    expect(deleteDatabase).not.toHaveBeenCalled()
    act(() => session().signIn({ token: 'third', user: { ...userWithRole('SALES_REP'), id: 'u2' } }))
    expect(deleteDatabase.mock.calls).toEqual(everything)
  })
})
