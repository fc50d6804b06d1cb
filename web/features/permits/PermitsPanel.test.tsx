// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PermitInput } from '../../gql/graphql.ts'
import { type Answers, renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { PermitsPanel } from './PermitsPanel.tsx'

const ring = [
  [-86.2, 39.7],
  [-86.1, 39.7],
  [-86.1, 39.8],
  [-86.2, 39.7],
]
const area = { type: 'Polygon', coordinates: [ring] }
const permit = {
  ...{ __typename: 'Permit', id: 'permit-1', city: 'Sample City', area, number: 'P-12' },
  ...{ validFrom: '2020-01-01', validTo: '2020-12-31', weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '24:00' },
  ...{
    untilSunsetMinutes: 30,
    expiryNotice: null as number | null,
    badges: [{ __typename: 'PermitBadge', userId: 'left', number: 'B-7' }],
  },
}
/** The permits as the server has them. */
let stored = [permit]
let refusal: string | undefined
const onSave = vi.fn<(input: PermitInput) => void>()
const answers: Answers = {
  Permits: () => ({ data: { permits: stored } }),
  TerritoriesOnMap: { data: { territories: { __typename: 'TerritoryConnection', edges: [] } } },
  AssignableUsers: {
    data: {
      assignableUsers: [
        {
          __typename: 'User',
          id: 'riley',
          fullName: 'Riley Example',
          email: 'riley@sample.example',
          role: 'SALES_REP',
        },
      ],
    },
  },
  SavePermit: ({ input }) => {
    onSave(input as PermitInput)
    if (refusal) return { data: null, errors: [{ message: refusal, extensions: { code: 'BAD_USER_INPUT' } }] }
    const { from, to, ...given } = input as PermitInput
    stored = [{ ...permit, ...(given as typeof permit), from: from ?? '00:00', to: to ?? '24:00' }]
    return { data: { savePermit: stored[0] } }
  },
  DeletePermit: () => {
    stored = []
    return { data: { deletePermit: { __typename: 'MessageResult', message: 'Permit deleted' } } }
  },
}

async function openEditor(): Promise<ReturnType<typeof within>> {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Sample City' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Permit' }))
  await dialog.findByRole('checkbox', { name: 'Riley Example' })
  return dialog
}

beforeEach(() => {
  stored = [permit]
  refusal = undefined
  renderSignedIn(<PermitsPanel />, { answers })
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('says what a permit allows, and that it has expired', async () => {
  const text = (await screen.findByRole('listitem')).textContent
  expect(text).toContain('Permit P-12Mon–Fri, 9:00 AM – midnight, until 30 minutes before sunset')
  expect(text).toContain('Valid from Jan 1, 2020 until Dec 31, 2020. 1 badge.')
  expect(text).toContain('This permit has expired. Ask the city for a new one.')
})

it('changes what is edited, and keeps the area, the hours and the badge of a former user', async () => {
  const dialog = await openEditor()
  await userEvent.clear(dialog.getByLabelText(/Last day/))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Saturday' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Monday' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Riley Example' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Badge number of Riley Example' }), 'B-8')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Permit' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onSave.mock.calls).toEqual([
    [
      {
        ...{ id: 'permit-1', city: 'Sample City', area, number: 'P-12', validFrom: '2020-01-01', validTo: null },
        ...{ weekdays: [2, 3, 4, 5, 6], from: '09:00', to: null, untilSunsetMinutes: 30 },
        badges: [
          { userId: 'left', number: 'B-7' },
          { userId: 'riley', number: 'B-8' },
        ],
      },
    ],
  ])
})

it('says why a permit was refused, and keeps what was typed', async () => {
  refusal = 'The last day is before the first.'
  const dialog = await openEditor()
  await userEvent.type(dialog.getByLabelText('City', { exact: false }), ' North')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Permit' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(refusal)
  expect(dialog.getByDisplayValue('Sample City North').id).toBe(dialog.getByLabelText('City', { exact: false }).id)
})

it('asks for the area of a new permit before it is sent', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Permit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Permit' }))
  await dialog.findByText('Draw a territory around the city first.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Permit' }))
  await dialog.findByText('Choose the territory that the permit is about.')
  expect(onSave).not.toHaveBeenCalled()
})

it('deletes a permit after a question', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Sample City' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Permit' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete Permit' }))
  await screen.findByText('No permits')
})
