// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SessionProvider } from '../../session/person/SessionProvider.tsx'
import { removeSession, storeSession } from '../../session/person/storage.ts'
import { UserForm } from './UserForm.tsx'
import type { UserFields } from './userInput.ts'

const start: UserFields = {
  email: 'riley@maple-demo.example',
  fullName: 'Riley Example',
  role: 'SALES_REP',
  tenantId: 'none',
  phone: '',
  password: '',
}

function signIn() {
  const user = {
    id: 'u1',
    email: 'quinn@maple-demo.example',
    fullName: 'Quinn Example',
    role: 'OWNER' as const,
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
}

const open = () => {
  const on = { onSave: () => Promise.resolve(true), onClose: () => undefined }
  return render(
    <SessionProvider>
      <UserForm
        isNew={false}
        form="user u2"
        initialValues={start}
        roles={['SALES_REP', 'ADMIN']}
        tenants={null}
        {...on}
      />
    </SessionProvider>,
  )
}
const fullName = () => screen.getByLabelText<HTMLInputElement>(/Full Name/).value

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  signIn()
})
afterEach(cleanup)

it('does not restore the input of a dialog that was left, for example with Back', async () => {
  const dialog = open()
  await userEvent.type(screen.getByLabelText(/Full Name/), ' Abandoned')
  expect(fullName()).toBe('Riley Example Abandoned')
  dialog.unmount()
  open()
  expect(fullName()).toBe('Riley Example')
})

it('restores the input after the session expired', async () => {
  const dialog = open()
  await userEvent.type(screen.getByLabelText(/Full Name/), ' Half Typed')
  removeSession('secret')
  dialog.unmount()
  signIn()
  open()
  expect(fullName()).toBe('Riley Example Half Typed')
})
