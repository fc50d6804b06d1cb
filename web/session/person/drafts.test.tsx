// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useDraft, useTransientDraft } from './drafts.ts'
import { SessionProvider } from './SessionProvider.tsx'
import { clearStorage, removeSession, type StoredUser, storeSession } from './storage.ts'

interface Fields {
  fullName: string
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

/** Renders a form for a user, as after a reload. */
function openForm(userId: string, form = 'new user') {
  const user: StoredUser = {
    id: userId,
    email: 'quinn@maple-demo.example',
    fullName: 'Quinn Example',
    role: 'OWNER',
    isAdmin: false,
    isOwner: true,
    phone: null,
    isActive: true,
    createdAt: '2026-01-05T14:00:00.000Z',
    tenantId: null,
    mustChangePassword: false,
    tenant: null,
  }
  storeSession({ token: 'secret', user }, Date.now())
  return renderHook(() => useDraft<Fields>(form), { wrapper: SessionProvider }).result.current
}

it('survives an expired session, but not a logout', () => {
  openForm('u1').save({ fullName: 'Half Typed' })
  removeSession('secret')
  expect(openForm('u1').read()).toEqual({ fullName: 'Half Typed' })
  clearStorage()
  expect(openForm('u1').read()).toBeNull()
})

it('is separate for each user and form', () => {
  openForm('u1').save({ fullName: 'Half Typed' })
  expect(openForm('u2').read()).toBeNull()
  expect(openForm('u1', 'tenant t1').read()).toBeNull()
})

it('is gone after it was sent', () => {
  const draft = openForm('u1')
  draft.save({ fullName: 'Half Typed' })
  draft.discard()
  expect(draft.read()).toBeNull()
})

it('a transient draft is gone when its form closes, and survives an expired session', () => {
  openForm('u1')
  const open = () => renderHook(() => useTransientDraft<Fields>('new user'), { wrapper: SessionProvider })
  const closed = open()
  closed.result.current.save({ fullName: 'Half Typed' })
  closed.unmount()
  expect(open().result.current.read()).toBeNull()
  const expired = open()
  expired.result.current.save({ fullName: 'Half Typed' })
  removeSession('secret')
  expired.unmount()
  expect(openForm('u1').read()).toEqual({ fullName: 'Half Typed' })
})
