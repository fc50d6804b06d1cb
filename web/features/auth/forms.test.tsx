// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { SessionProvider } from '../../session/person/SessionProvider.tsx'
import { type StoredUser, storeSession } from '../../session/person/storage.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

vi.mock('../../lib/toasts.ts', () => ({
  LONG_TOAST_MS: 6000,
  toastError: vi.fn(),
  toastInfo: vi.fn(),
  toastSuccess: vi.fn(),
}))

const server = vi.fn<typeof fetch>()
const answers = (data: unknown) => server.mockResolvedValueOnce(Response.json({ data }))
const refuses = (message: string, code: string, errors?: Record<string, string>) =>
  server.mockResolvedValueOnce(Response.json({ errors: [{ message, extensions: { code, errors } }] }))
const tooCommon = 'This password is too common. Choose one that is harder to guess.'
const sent = () => JSON.parse(server.mock.calls[0]?.[1]?.body as string) as { variables: Record<string, unknown> }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const show = (form: ReactNode) =>
  render(
    <MemoryRouter>
      <SessionProvider>{form}</SessionProvider>
    </MemoryRouter>,
  )
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the sign-in', () => {
  it('requires both fields, and validates only on submit', async () => {
    show(<LoginForm />)
    await type('Email Address', 'riley@')
    expect(screen.queryByText('Invalid email address')).toBeNull()
    await press('Sign In')
    expect(screen.queryAllByText('Invalid email address')).toHaveLength(1)
    expect(screen.queryAllByText('Password is required')).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('Email Address'))
    expect(screen.queryAllByText('Email is required')).toHaveLength(1)
    expect(server).not.toHaveBeenCalled()
  })

  it('links the error message to its field', async () => {
    show(<LoginForm />)
    await press('Sign In')
    const email = screen.getByLabelText('Email Address')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Email is required')
    expect(document.activeElement).toBe(email)
  })

  it('stores the session it receives', async () => {
    show(<LoginForm />)
    answers({ login: { accessToken: 'secret', user: { id: 'u1', fullName: 'Riley Example', role: 'SALES_REP' } } })
    await type('Email Address', 'riley@maple-demo.example')
    await type('Password', 'porchlight')
    await press('Sign In')
    await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Login successful!'))
    expect(sent().variables).toEqual({ email: 'riley@maple-demo.example', password: 'porchlight' })
    expect(localStorage.getItem('token')).toBe('secret')
  })

  it('asks for a code if the account has two factors, and for the password again after Back', async () => {
    show(<LoginForm />)
    await type('Email Address', 'riley@maple-demo.example')
    await type('Password', 'porchlight')
    refuses('Enter the code from your authenticator app, or a recovery code.', 'CODE_REQUIRED')
    await press('Sign In')
    const code = await screen.findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(toastError).not.toHaveBeenCalled()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press('Sign In')
    expect(screen.queryAllByText('Code is required')).toHaveLength(1)
    await type('Code', '123456')
    refuses('Incorrect code. Each code works once.', 'UNAUTHENTICATED')
    await press('Sign In')
    await waitFor(() => expect(toastError).toHaveBeenLastCalledWith('Incorrect code. Each code works once.'))
    await press('Back')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('porchlight')
    refuses('Enter the code from your authenticator app, or a recovery code.', 'CODE_REQUIRED')
    await press('Sign In')
    answers({ login: { accessToken: 'secret', user: { id: 'u1', fullName: 'Riley Example', role: 'SALES_REP' } } })
    await userEvent.type(await screen.findByLabelText('Code'), '7KQ2-M9XA-04TP')
    await press('Sign In')
    await waitFor(() => expect(localStorage.getItem('token')).toBe('secret'))
    const { variables } = JSON.parse(server.mock.lastCall?.[1]?.body as string) as { variables: object }
    expect(variables).toEqual({ email: 'riley@maple-demo.example', password: 'porchlight', code: '7KQ2-M9XA-04TP' })
  })

  it('shows the message of the server, or Login failed without one, and keeps the fields', async () => {
    show(<LoginForm />)
    await type('Email Address', 'riley@maple-demo.example')
    await type('Password', 'wrong')
    refuses('Email or password is wrong.', 'UNAUTHENTICATED')
    await press('Sign In')
    await waitFor(() => expect(toastError).toHaveBeenLastCalledWith('Email or password is wrong.'))
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await press('Sign In')
    await waitFor(() => expect(toastError).toHaveBeenLastCalledWith('Login failed'))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
  })
})

describe('the registration', () => {
  it('has a message for every rule', async () => {
    show(<RegisterForm onRegistered={vi.fn()} />)
    await press('Create account')
    for (const message of [
      'Full name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
    ])
      expect(screen.queryAllByText(message)).toHaveLength(1)
    await type('Password', 'short')
    await type('Confirm Password', 'other')
    expect(screen.queryAllByText('Password must be at least 6 characters')).toHaveLength(1)
    expect(screen.queryAllByText('Passwords do not match')).toHaveLength(1)
    expect(server).not.toHaveBeenCalled()
  })

  const fill = async () => {
    await type('Full Name', 'Sky Testcase')
    await type('Email Address', 'sky@maple-demo.example')
    await type('Password', 'porchlight')
    await type('Confirm Password', 'porchlight')
    await press('Create account')
  }

  it('tells a new account for six seconds that it needs approval, and continues', async () => {
    const onRegistered = vi.fn()
    show(<RegisterForm onRegistered={onRegistered} />)
    answers({ register: { message: 'Account created! Please wait for admin approval before logging in.' } })
    await fill()
    await waitFor(() => expect(onRegistered).toHaveBeenCalled())
    expect(toastInfo).toHaveBeenCalledWith('Account created! Please wait for admin approval before logging in.', {
      duration: 6000,
    })
    expect(sent().variables).toEqual({
      fullName: 'Sky Testcase',
      email: 'sky@maple-demo.example',
      password: 'porchlight',
    })
  })

  it('tells the first global admin that no approval is needed', async () => {
    show(<RegisterForm onRegistered={vi.fn()} />)
    answers({ register: { message: 'Account created! You are the global admin and can log in now.' } })
    await fill()
    await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Registration successful! Please login.'))
    expect(toastInfo).not.toHaveBeenCalled()
  })

  it('shows at its field that a password is too common', async () => {
    show(<RegisterForm onRegistered={vi.fn()} />)
    refuses(tooCommon, 'BAD_USER_INPUT', { password: tooCommon })
    await fill()
    expect(await screen.findAllByText(tooCommon)).toHaveLength(1)
    expect(toastError).not.toHaveBeenCalled()
  })

  it('asks for the set-up code only if the server needs it', async () => {
    const onRegistered = vi.fn()
    const needed = 'The set-up code is printed when the server starts.'
    show(<RegisterForm onRegistered={onRegistered} />)
    expect(screen.queryByLabelText('Set-up Code')).toBeNull()
    refuses(needed, 'BAD_USER_INPUT', { setup_code: needed })
    await fill()
    const field = await screen.findByLabelText('Set-up Code')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(screen.queryAllByText(needed)).toHaveLength(1)
    await type('Set-up Code', '7KQ2-M9XA-04TP')
    answers({ register: { message: 'Account created! You are the global admin and can log in now.' } })
    await press('Create account')
    await waitFor(() => expect(onRegistered).toHaveBeenCalled())
    const { variables } = JSON.parse(server.mock.lastCall?.[1]?.body as string) as { variables: object }
    expect(variables).toMatchObject({ setupCode: '7KQ2-M9XA-04TP' })
    expect(toastError).not.toHaveBeenCalled()
  })

  it('says Registration failed when the server gives no reason', async () => {
    show(<RegisterForm onRegistered={vi.fn()} />)
    refuses('Internal server error', 'INTERNAL_SERVER_ERROR')
    await fill()
    await waitFor(() => expect(toastError).toHaveBeenCalledWith('Registration failed'))
  })
})

describe('the change of password', () => {
  const user = { id: 'u1', fullName: 'Riley Example', role: 'SALES_REP' } as StoredUser
  const mustChange = (mustChangePassword: boolean) =>
    storeSession({ token: 'secret', user: { ...user, mustChangePassword } }, Date.now())
  beforeEach(() => mustChange(true))

  it('requires six characters, typed twice', async () => {
    show(<ChangePasswordForm onChanged={vi.fn()} />)
    await type('New Password', 'short')
    await type('Confirm Password', 'shirt')
    await press('Change Password')
    expect(screen.queryAllByText('Password must be at least 6 characters long')).toHaveLength(1)
    expect(screen.queryAllByText('Passwords do not match')).toHaveLength(1)
    expect(server).not.toHaveBeenCalled()
  })

  it('continues after the change', async () => {
    const onChanged = vi.fn()
    show(<ChangePasswordForm onChanged={onChanged} />)
    answers({ changePassword: { message: 'Password changed' } })
    await type('New Password', 'lantern')
    await type('Confirm Password', 'lantern')
    await press('Change Password')
    await waitFor(() => expect(onChanged).toHaveBeenCalled())
    expect(sent().variables).toEqual({ newPassword: 'lantern' })
  })

  it('asks for the current password unless the change is required', async () => {
    mustChange(false)
    const onChanged = vi.fn()
    show(<ChangePasswordForm onChanged={onChanged} />)
    await type('New Password', 'lantern')
    await type('Confirm Password', 'lantern')
    await press('Change Password')
    expect(screen.queryAllByText('Your current password is required')).toHaveLength(1)
    expect(server).not.toHaveBeenCalled()
    await type('Current Password', 'a guess')
    refuses('Incorrect password', 'BAD_USER_INPUT', { current_password: 'Incorrect password' })
    await press('Change Password')
    expect(await screen.findAllByText('Incorrect password')).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByLabelText('Current Password'))
    expect(sent().variables).toEqual({ newPassword: 'lantern', currentPassword: 'a guess' })
    expect(toastError).not.toHaveBeenCalled()
    cleanup()
    mustChange(true)
    show(<ChangePasswordForm onChanged={onChanged} />)
    expect(screen.queryByLabelText('Current Password')).toBeNull()
  })

  it('shows at its field that a password is too common', async () => {
    show(<ChangePasswordForm onChanged={vi.fn()} />)
    await type('New Password', 'baseball')
    await type('Confirm Password', 'baseball')
    refuses(tooCommon, 'BAD_USER_INPUT', { new_password: tooCommon })
    await press('Change Password')
    expect(await screen.findAllByText(tooCommon)).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByLabelText('New Password'))
  })

  it('says once that the session expired', async () => {
    show(<ChangePasswordForm onChanged={vi.fn()} />)
    refuses('Please sign in.', 'UNAUTHENTICATED')
    await type('New Password', 'lantern')
    await type('Confirm Password', 'lantern')
    await press('Change Password')
    await waitFor(() => expect(toastInfo).toHaveBeenCalledOnce())
    expect(toastError).not.toHaveBeenCalled()
  })

  it('shows and hides each password separately', async () => {
    show(<ChangePasswordForm onChanged={vi.fn()} />)
    await press('Show new password')
    expect(screen.getByLabelText<HTMLInputElement>('New Password').type).toBe('text')
    expect(screen.getByLabelText<HTMLInputElement>('Confirm Password').type).toBe('password')
  })
})
