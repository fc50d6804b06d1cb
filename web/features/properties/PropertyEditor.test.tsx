// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PropertyDetailsDocument, type PropertyRecordFragment, type UpdatePropertyInput } from '../../gql/graphql.ts'
import { toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { PropertyEditor } from './PropertyEditor.tsx'
import { fieldsOf, type PropertyEdits } from './propertyEdits.ts'

const draft = vi.hoisted(() => ({ kept: null as object | null }))
vi.mock('../../lib/toasts.ts', () => ({
  toastError: vi.fn(),
  toastInfo: vi.fn(),
  toastSuccess: vi.fn(),
  toastWarning: vi.fn(),
}))
vi.mock('../../session/person/drafts.ts', () => {
  const store = {
    read: () => draft.kept,
    save: (edits: object) => void (draft.kept = edits),
    discard: () => void (draft.kept = null),
  }
  return { useDraft: () => store }
})

const EMPTY_ENTRY = {
  __typename: 'PropertyHistoryEntry',
  id: 'entry',
  kind: 'EDITED',
  at: '2026-01-02T15:04:05Z',
  outcome: null,
  note: null,
  withdrawn: false,
  tag: null,
  priority: null,
  fromStatus: null,
  toStatus: null,
  fields: ['notes'],
  assignedTo: null,
  source: null,
}

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
  ownerPhone: '(555) 010-0142',
  ownerEmail: null,
  parcelId: 'P-1',
  unconfirmed: false,
  priority: 'NORMAL',
  status: 'NEW',
  tags: ['GUTTER'],
  notes: null,
  accessNote: null,
  language: null,
  version: 1,
  createdAt: '2024-02-02T00:00:00Z',
  assignedTo: null,
} satisfies Omit<PropertyRecordFragment, ' $fragmentName'> & { __typename: 'Property' }

let resolveRefresh: (refreshed: object) => void
/** What is saved on the server, and the inputs of the updates. */
let saved: { version: number; notes?: string | null; ownerName?: string | null }
let updates: UpdatePropertyInput[]
const lastEntry = { ...EMPTY_ENTRY, actor: { __typename: 'UserRef', id: 'quinn', fullName: 'Quinn Example' } }
const server = (_: unknown, init?: RequestInit) => {
  const { operationName, variables } = JSON.parse(init?.body as string) as {
    operationName: string
    variables: { input: UpdatePropertyInput }
  }
  if (operationName === 'PropertyDetails') return Promise.resolve(Response.json({ data: { property: saved } }))
  if (operationName === 'PropertyHistory')
    return Promise.resolve(
      Response.json({
        data: {
          property: {
            __typename: 'Property',
            id: 'house',
            history: {
              __typename: 'PropertyHistoryConnection',
              pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
              edges: [{ __typename: 'PropertyHistoryEdge', cursor: 'c', node: lastEntry }],
            },
          },
        },
      }),
    )
  if (operationName === 'ReplacedOwners')
    return Promise.resolve(
      Response.json({ data: { property: { __typename: 'Property', id: 'house', replacedOwners: [] } } }),
    )
  if (operationName === 'UpdateProperty') {
    const { ifVersion, ...change } = variables.input
    updates.push(variables.input)
    if (ifVersion !== saved.version)
      return Promise.resolve(
        Response.json({
          data: null,
          errors: [{ message: 'Changed', extensions: { code: 'CONFLICT', current: { version: saved.version } } }],
        }),
      )
    saved = { ...saved, ...change, version: saved.version + 1 }
    return Promise.resolve(Response.json({ data: { updateProperty: saved } }))
  }
  if (operationName !== 'RefreshOwner') return new Promise<Response>(() => undefined)
  return new Promise<Response>((answer) => {
    resolveRefresh = (refreshed) =>
      answer(
        Response.json({
          data: {
            refreshOwner: {
              __typename: 'OwnerRefresh',
              outcome: 'UPDATED',
              property: { ...property, replacedOwners: [], version: 2, ...refreshed },
            },
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
  renderSignedIn(<Details {...(onClose ? { onClose } : {})} />, {
    client: new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: '/graphql', fetch: server }) }),
    me: { id: 'rep', abilities: { editProperties: true } },
  })
const ownerField = () => screen.getByLabelText<HTMLInputElement>('Owner Name')
const notesField = () => screen.getByLabelText<HTMLInputElement>('Notes')

beforeEach(() => {
  saved = property
  updates = []
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
  const edits: PropertyEdits = { notes: 'Ring twice', type: 'STORM', priority: 'HIGH' }
  expect(draft.kept).toMatchObject({ ...edits, origin: { version: 2, fields: { ownerName: 'Nell Newowner' } } })
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
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Unsaved Changes' })).getByText('Cancel'))
  expect(notesField().value).toBe('Ring twice')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }))
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

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Property Info' }))

it('shows the phone and the email of the owner, and saves what is changed of them', async () => {
  renderEditor()
  const phone = await screen.findByLabelText<HTMLInputElement>('Owner Phone')
  expect(phone.value).toBe('(555) 010-0142')
  await userEvent.clear(phone)
  await userEvent.type(screen.getByLabelText('Owner Email'), 'owner.0142@sample.example')
  await save()
  await waitFor(() =>
    expect(updates).toEqual([{ ownerPhone: null, ownerEmail: 'owner.0142@sample.example', ifVersion: 1 }]),
  )
})
const conflict = () => screen.findByRole('dialog', { name: 'Changed by Somebody Else' })

/** Opens the editor, lets somebody else save `theirs`, and saves notes. */
async function saveAgainst(theirs: object) {
  renderEditor()
  await userEvent.type(await screen.findByLabelText('Notes'), 'Ring twice')
  saved = { ...saved, ...theirs, version: 2 }
  await save()
}

it('shows a change by somebody else beside the edits, with who made it and when', async () => {
  await saveAgainst({ notes: 'Dog in the yard', ownerName: 'Nell Newowner' })
  const dialog = await conflict()
  expect(updates).toEqual([{ notes: 'Ring twice', ifVersion: 1 }])
  const cells = within(dialog).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Not edited',
    'Nell Newowner',
    'Ring twice',
    'Dog in the yard',
  ])
  await waitFor(() => expect(dialog.textContent).toContain('Last changed by Quinn Example on Jan 2, 2026'))
  expect(within(dialog).queryByText('Priority')).toBeNull()
})

it('saves the edits over the change, if the user chooses so', async () => {
  await saveAgainst({ notes: 'Dog in the yard', ownerName: 'Nell Newowner' })
  await userEvent.click(within(await conflict()).getByRole('button', { name: 'Save Mine' }))
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Property updated successfully'))
  expect(updates.at(-1)).toEqual({ notes: 'Ring twice', ifVersion: 2 })
  expect(saved).toMatchObject({ notes: 'Ring twice', ownerName: 'Nell Newowner' })
  expect(draft.kept).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Changed by Somebody Else' })).toBeNull()
})

it('asks again if somebody else saves while the user chooses', async () => {
  await saveAgainst({ notes: 'Dog in the yard' })
  const dialog = await conflict()
  saved = { ...saved, notes: 'Two dogs', version: 3 }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Mine' }))
  await waitFor(() => expect(within(dialog).queryAllByText('Two dogs')).toHaveLength(1))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Mine' }))
  await waitFor(() => expect(updates.at(-1)).toEqual({ notes: 'Ring twice', ifVersion: 3 }))
})

it('takes the change over the edits, if the user chooses so', async () => {
  await saveAgainst({ notes: 'Dog in the yard' })
  await userEvent.click(within(await conflict()).getByRole('button', { name: 'Keep Theirs' }))
  expect(notesField().value).toBe('Dog in the yard')
  expect(draft.kept).toBeNull()
  expect(updates).toHaveLength(1)
})

it('goes on with the edits, which then are based on what the user has seen', async () => {
  await saveAgainst({ notes: 'Dog in the yard' })
  await userEvent.click(within(await conflict()).getByRole('button', { name: 'Go On Editing' }))
  expect(notesField().value).toBe('Ring twice')
  await userEvent.type(notesField(), ', dog')
  await save()
  await waitFor(() => expect(saved.notes).toBe('Ring twice, dog'))
  expect(updates.at(-1)?.ifVersion).toBe(2)
})

it('asks nothing if somebody else has saved the same', async () => {
  await saveAgainst({ notes: 'Ring twice' })
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Property updated successfully'))
  expect(screen.queryByRole('dialog', { name: 'Changed by Somebody Else' })).toBeNull()
})

it('compares restored edits with the version from which they began', async () => {
  draft.kept = { notes: 'Ring twice', origin: { version: 1, fields: fieldsOf(property) } }
  saved = { ...saved, notes: 'Dog in the yard', version: 2 }
  renderEditor()
  await screen.findByText('Your unsaved changes were restored.')
  await save()
  expect(within(await conflict()).queryAllByText('Dog in the yard')).toHaveLength(1)
})
