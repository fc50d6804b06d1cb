// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { LogoSettings } from './LogoSettings.tsx'

const callRest = vi.hoisted(() => vi.fn<(path: string, init: { method: string; body: FormData }) => Promise<void>>())
vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => callRest }))
vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

const logo = new File(['logo'], 'logo.svg', { type: 'image/svg+xml' })

it('an uploaded logo is shown by what the server answers afterwards, and the reason of a refusal is said', async () => {
  const onChanged = vi.fn(() => Promise.resolve())
  renderSignedIn(<LogoSettings logoUrl={null} onChanged={onChanged} />)
  expect(screen.queryByRole('img')).toBeNull()
  await userEvent.upload(screen.getByLabelText('Logo file'), logo)
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledExactlyOnceWith('Logo saved'))
  const [path, { method, body }] = callRest.mock.calls[0]!
  expect([path, method, (body.get('file') as File).name]).toEqual(['/tenants/current/logo', 'PUT', 'logo.svg'])
  expect(onChanged).toHaveBeenCalledOnce()
  callRest.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await userEvent.upload(screen.getByLabelText('Logo file'), logo)
  await waitFor(() => expect(toastError).toHaveBeenCalledOnce())
  expect(onChanged).toHaveBeenCalledOnce()
})

it('a logo is removed', async () => {
  const removeCompanyLogo = { __typename: 'Tenant', id: 't1', logoUrl: null }
  const { sent } = renderSignedIn(<LogoSettings logoUrl="/api/tenants/t1/logo?v=1" onChanged={vi.fn()} />, {
    answers: { RemoveCompanyLogo: { data: { removeCompanyLogo } } },
  })
  expect(screen.getByRole('img', { name: 'Logo of the company' }).getAttribute('src')).toBe('/api/tenants/t1/logo?v=1')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledExactlyOnceWith('Logo removed'))
  expect(sent.map(([operation]) => operation)).toContain('RemoveCompanyLogo')
})
