// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { CompanySettings } from './CompanySettings.tsx'
import { TenantForm } from './TenantForm.tsx'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

const tenant = {
  __typename: 'Tenant' as const,
  id: 't1',
  name: 'Maple Demo',
  companyName: 'Maple Demo Roofing',
  timeZone: 'America/Indiana/Indianapolis',
  teamDoorsVisible: true,
  requireTwoFactors: false,
  allowNearestDoors: false,
  createdAt: '2026-01-01T00:00:00Z',
  archivedAt: null,
}
const updates: { id: string; input: object }[] = []
let isAnswered: Promise<void> | undefined

const open = (dialog: ReactNode) =>
  renderSignedIn(dialog, {
    answers: {
      CompanySettings: { data: { currentTenant: { ...tenant, logoUrl: null } } },
      UpdateTenant: async (variables) => {
        updates.push(variables as (typeof updates)[number])
        await isAnswered
        return { data: { updateTenant: { ...tenant, ...(variables['input'] as object) } } }
      },
    },
  })
const teamDoors = () => screen.findByRole<HTMLInputElement>('switch', { name: /Show the team’s properties/ })

beforeEach(() => {
  sessionStorage.clear()
  updates.length = 0
  isAnswered = undefined
})
afterEach(cleanup)

it('an owner’s switch in Company Settings saves at once', async () => {
  open(<CompanySettings exportButton={null} />)
  expect((await teamDoors()).checked).toBe(true)
  await userEvent.click(await teamDoors())
  await waitFor(() => expect(updates).toEqual([{ id: 't1', input: { teamDoorsVisible: false } }]))
  expect((await teamDoors()).checked).toBe(false)
  await userEvent.click(await teamDoors())
  await waitFor(() => expect(updates.at(-1)).toEqual({ id: 't1', input: { teamDoorsVisible: true } }))
})

it('a global admin’s switch in the dialog of a tenant is saved with the other fields', async () => {
  const onClose = vi.fn<() => void>()
  open(<TenantForm tenant={tenant} onClose={onClose} />)
  await userEvent.click(await teamDoors())
  expect(updates).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(updates).toEqual([
    {
      id: 't1',
      input: {
        name: tenant.name,
        companyName: tenant.companyName,
        timeZone: tenant.timeZone,
        teamDoorsVisible: false,
        requireTwoFactors: false,
      },
    },
  ])
})

it('an owner changes the names and the time zone, which is found by its city', async () => {
  open(<CompanySettings exportButton={null} />)
  const zone = await screen.findByLabelText<HTMLInputElement>(/^Time Zone/)
  await userEvent.clear(zone)
  await userEvent.type(zone, 'nowhere')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Choose a time zone, such as America/Indiana/Indianapolis')
  expect(updates).toEqual([])
  await userEvent.clear(zone)
  await userEvent.type(zone, 'new york')
  await userEvent.type(screen.getByLabelText(/^Company Name/), ' LLC')
  const { promise, resolve } = Promise.withResolvers<void>()
  isAnswered = promise
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  const input = { name: 'Maple Demo', companyName: 'Maple Demo Roofing LLC', timeZone: 'America/New_York' }
  await waitFor(() => expect(updates).toEqual([{ id: 't1', input }]))
  // The answer replaces what is in the fields, so nothing can be typed before it has come.
  expect(zone.matches(':disabled')).toBe(true)
  resolve()
  await waitFor(() => expect([zone.value, zone.matches(':disabled')]).toEqual(['New York · Eastern Time', false]))
})
