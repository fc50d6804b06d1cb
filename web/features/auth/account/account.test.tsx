// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { type Answers, type Person, renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { ConfirmPasswordDialog } from './ConfirmPasswordDialog.tsx'
import { SessionPanel } from './SessionPanel.tsx'
import { TwoFactorsPanel } from './TwoFactorsPanel.tsx'

vi.mock('../../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn(), toastInfo: vi.fn() }))

let answers: Answers
let sent: [string, object][]
const refusal = (errors: Record<string, string>) => ({
  errors: [{ message: Object.values(errors)[0]!, extensions: { code: 'BAD_USER_INPUT', errors } }],
})

function show(panel: ReactNode, me?: Person) {
  const shown = renderSignedIn(panel, { answers, me })
  sent = shown.sent
  return shown
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

beforeEach(() => {
  sent = []
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

describe('setting up two factors', () => {
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `7KQ2-M9XA-04T${n}`)
  beforeEach(() => {
    answers = {
      StartTotp: { data: { startTotp: { secret: 'GEZDGNBVGY3TQOJQ', url: 'otpauth://totp/Porchlight:x?secret=x' } } },
      ConfirmTotp: ({ code }) =>
        code === '123456' ? { data: { confirmTotp: { recoveryCodes } } } : refusal({ code: 'Incorrect code' }),
    }
  })

  it('shows the secret, takes a code and shows the recovery codes until Done', async () => {
    show(<TwoFactorsPanel />)
    await press('Set Up')
    expect(await screen.findAllByText('GEZD GNBV GY3T QOJQ')).toHaveLength(1)
    expect(await screen.findAllByRole('img', { name: 'QR code of the secret' })).toHaveLength(1)
    await type('Code', '12345')
    await press('Turn On')
    expect(await screen.findAllByText('Enter six digits')).toHaveLength(1)
    await type('Code', '7')
    await press('Turn On')
    expect(await screen.findAllByText('Incorrect code')).toHaveLength(1)
    expect(toastError).not.toHaveBeenCalled()
    await userEvent.clear(screen.getByLabelText('Code'))
    await type('Code', '123456')
    await press('Turn On')
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryAllByRole('list', { name: 'Recovery codes' })).toHaveLength(1)
    await press('Done')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull())
  })

  it('says how many recovery codes are left, and what to do without one', () => {
    const { rerender } = show(<TwoFactorsPanel />, { hasTwoFactors: true, recoveryCodesLeft: 1 })
    expect(screen.queryAllByText(/One recovery code is left\./)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Set Up' })).toBeNull()
    rerender(<></>)
    cleanup()
    show(<TwoFactorsPanel />, { hasTwoFactors: true, recoveryCodesLeft: 0 })
    expect(screen.queryAllByText(/No recovery codes are left\. Turn two factors off and on again/)).toHaveLength(1)
  })
})

describe('the devices', () => {
  const session = (id: string, device: string, current: boolean) => ({
    cursor: id,
    node: {
      __typename: 'Session',
      ...{ id, device, address: '192.0.2.x', current },
      createdAt: '2026-01-01T00:00:00Z',
      lastUsedAt: '2026-01-01T01:00:00Z',
    },
  })
  let edges: object[]
  beforeEach(() => {
    edges = [session('s1', 'Firefox on Linux', true), session('s2', 'Chrome on Android', false)]
    answers = {
      OwnSessions: () => ({ data: { sessions: { edges, totalCount: edges.length } } }),
      EndSession: ({ id }) => {
        edges = edges.filter((edge) => (edge as { cursor: string }).cursor !== id)
        return { data: { endSession: { message: 'Device signed out' } } }
      },
    }
  })

  it('can be signed out, except this one', async () => {
    show(<SessionPanel />)
    await press(await screen.findByText('Chrome on Android').then(() => 'Sign out Chrome on Android'))
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    expect(sent).toContainEqual(['EndSession', { id: 's2' }])
    expect(toastSuccess).toHaveBeenCalledWith('Device signed out')
    expect(screen.queryAllByText('This device')).toHaveLength(1)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('confirming the password', () => {
  it('asks for a code too with two factors, and shows at its field what is wrong', async () => {
    answers = {
      ConfirmPassword: ({ password, code }) =>
        password !== 'right'
          ? refusal({ password: 'Incorrect password' })
          : code !== '123456'
            ? refusal({ code: 'Incorrect code. Each code works once.' })
            : { data: { confirmPassword: { message: 'Password confirmed' } } },
    }
    const onConfirmed = vi.fn()
    show(<ConfirmPasswordDialog onConfirmed={onConfirmed} onClose={() => undefined} />, { hasTwoFactors: true })
    await type('Password', 'wrong')
    await type('Code', '000000')
    await press('Confirm')
    expect(await screen.findAllByText('Incorrect password')).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('Password'))
    await type('Password', 'right')
    await press('Confirm')
    expect(await screen.findAllByText('Incorrect code. Each code works once.')).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
    await userEvent.clear(screen.getByLabelText('Code'))
    await type('Code', '123456')
    await press('Confirm')
    await waitFor(() => expect(onConfirmed).toHaveBeenCalled())
    expect(toastError).not.toHaveBeenCalled()
  })

  it('asks for the password alone without them', () => {
    show(<ConfirmPasswordDialog onConfirmed={() => undefined} onClose={() => undefined} />)
    expect(screen.queryByLabelText('Code')).toBeNull()
  })
})
