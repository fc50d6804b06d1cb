// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider, useQuery } from '@apollo/client/react'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PropertyDetailsDocument, type PropertyRecordFragment } from '../../gql/graphql.ts'
import { toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { PropertyEditor } from './PropertyEditor.tsx'
import type { PropertyEdits } from './propertyEdits.ts'

const draft = vi.hoisted(() => ({ kept: null as object | null }))
vi.mock('../../lib/toasts.ts', () => ({
  toastError: vi.fn(),
  toastInfo: vi.fn(),
  toastSuccess: vi.fn(),
  toastWarning: vi.fn(),
}))
vi.mock('../../session/MeProvider.tsx', () => ({
  useMe: () => ({ id: 'rep' }),
  useAbilities: () => ({ deleteProperties: false, editProperties: true }),
}))
vi.mock('../../session/drafts.ts', () => {
  const store = {
    read: () => draft.kept,
    save: (edits: object) => void (draft.kept = edits),
    discard: () => void (draft.kept = null),
  }
  return { useDraft: () => store }
})

const property = {
  __typename: 'Property',
  id: 'house',
  address: '1018 W 12th Demo St',
  streetNumber: '1018',
  streetName: 'W 12th Demo St',
  city: 'Demo Town',
  state: 'IN',
  zipCode: null,
  lat: 39.77,
  lng: -86.16,
  ownerName: 'Ola Oldowner',
  ownerAddress: '1 Sample Rd',
  ownerSource: 'embedded',
  parcelId: 'P-1',
  unconfirmed: false,
  priority: 'NORMAL',
  status: 'NEW',
  tags: ['GUTTER'],
  notes: null,
  createdAt: '2024-02-02T00:00:00Z',
  assignedTo: null,
} satisfies Omit<PropertyRecordFragment, ' $fragmentName'> & { __typename: 'Property' }

let resolveRefresh: (refreshed: object) => void
const server = (_: unknown, init?: RequestInit) => {
  const { operationName } = JSON.parse(init?.body as string) as { operationName: string }
  if (operationName === 'PropertyDetails') return Promise.resolve(Response.json({ data: { property } }))
  if (operationName !== 'RefreshOwner') return new Promise<Response>(() => undefined)
  return new Promise<Response>((answer) => {
    resolveRefresh = (refreshed) =>
      answer(
        Response.json({
          data: {
            refreshOwner: { __typename: 'OwnerRefresh', outcome: 'UPDATED', property: { ...property, ...refreshed } },
          },
        }),
      )
  })
}

function Details({ onClose = () => undefined }: { onClose?: () => void }) {
  const { data } = useQuery(PropertyDetailsDocument, { variables: { id: 'house' } })
  const noop = () => undefined
  const leads = { create: () => Promise.resolve(false), creating: false }
  return (
    data?.property && (
      <PropertyEditor onClose={onClose} onDeleted={noop} leads={leads} property={data.property as never} />
    )
  )
}

const renderEditor = (onClose?: () => void) =>
  render(
    <ApolloProvider
      client={new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: '/graphql', fetch: server }) })}
    >
      <Details {...(onClose ? { onClose } : {})} />
    </ApolloProvider>,
  )
const ownerField = () => screen.getByLabelText<HTMLInputElement>('Owner Name')
const notesField = () => screen.getByLabelText<HTMLInputElement>('Notes')

beforeEach(() => {
  draft.kept = null
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('keeps edits made during an owner refresh, except the owner itself', async () => {
  renderEditor()
  await userEvent.type(await screen.findByLabelText('Owner Name'), ' Jr')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Owner' }))
  await userEvent.type(notesField(), 'Ring twice')
  await userEvent.click(screen.getByRole('radio', { name: 'Storm Damage' }))
  await userEvent.click(screen.getByRole('radio', { name: 'High Priority' }))
  resolveRefresh({ ownerName: 'Nell Newowner' })
  await waitFor(() => expect(ownerField().value).toBe('Nell Newowner'))
  expect(toastSuccess).toHaveBeenCalledWith('Owner updated: Nell Newowner')
  expect(notesField().value).toBe('Ring twice')
  expect(screen.getByRole('radio', { name: 'Storm Damage' }).getAttribute('aria-checked')).toBe('true')
  expect(draft.kept).toEqual({ notes: 'Ring twice', type: 'STORM', priority: 'HIGH' } satisfies PropertyEdits)
})

it('keeps an edited owner if only the parcel id differs, and reports the owner as unchanged', async () => {
  renderEditor()
  await userEvent.type(await screen.findByLabelText('Owner Name'), ' Jr')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Owner' }))
  resolveRefresh({ parcelId: 'P-2' })
  await waitFor(() => expect(toastInfo).toHaveBeenCalledWith('Owner info unchanged'))
  expect(ownerField().value).toBe('Ola Oldowner Jr')
  expect(toastSuccess).not.toHaveBeenCalled()
})

it('opens with the focus on the dialog, so that a digit chooses a type and does not overwrite the owner', async () => {
  renderEditor()
  const dialog = await screen.findByRole('dialog')
  expect(document.activeElement).toBe(dialog)
  await userEvent.keyboard('4')
  expect(ownerField().value).toBe('Ola Oldowner')
  expect(screen.getByRole('radio', { name: 'Storm Damage' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.type(ownerField(), ' 5')
  expect(ownerField().value).toBe('Ola Oldowner 5')
  expect(screen.getByRole('radio', { name: 'Storm Damage' }).getAttribute('aria-checked')).toBe('true')
})

it('asks before it closes with unsaved changes, and not without', async () => {
  const onClose = vi.fn<() => void>()
  renderEditor(onClose)
  await userEvent.type(await screen.findByLabelText('Notes'), 'Ring twice')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Unsaved changes' })).getByText('Cancel'))
  expect(notesField().value).toBe('Ring twice')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(draft.kept).toBeNull()
  cleanup()
  renderEditor(onClose)
  await screen.findByLabelText('Notes')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('offers Create Lead only with a type, and says so', async () => {
  renderEditor()
  const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create Lead' })
  expect(create.disabled).toBe(false)
  await userEvent.click(screen.getByRole('radio', { name: 'Gutter Cleaning' }))
  expect(create.disabled).toBe(true)
  expect(screen.getByText('Please select a property type first').id).toBe(create.getAttribute('aria-describedby'))
})
