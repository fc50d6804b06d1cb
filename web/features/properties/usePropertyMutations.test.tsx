// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { useApolloClient, useQuery } from '@apollo/client/react'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, it, vi } from 'vitest'
import { PropertyDetailsDocument } from '../../gql/graphql.ts'
import type { OverlaidCache } from '../../lib/overlaidCache.ts'
import { toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { sharedOutbox } from '../../session/outbox/outbox.ts'
import { Overlay } from '../../session/outbox/overlay.ts'
import { useShowOutbox } from '../../session/outbox/useOutbox.ts'
import { type Answers, renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { PropertyEditor } from './PropertyEditor.tsx'

vi.mock('../../lib/toasts.ts', () => ({
  ...{ toastError: vi.fn(), toastInfo: vi.fn(), toastSuccess: vi.fn(), toastWarning: vi.fn() },
}))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const avery = { __typename: 'UserRef' as const, id: 'avery', fullName: 'Avery Example', email: 'avery@sample.example' }
const property = {
  ...{ __typename: 'Property', id: 'p', address: '1018 W 12th Demo St', streetNumber: '1018' },
  ...{ streetName: 'W 12th Demo St', city: 'Demo Town', state: 'IN', zipCode: null, lat: 39.77, lng: -86.16 },
  ...{ ownerName: 'Sample Owner 0141', ownerAddress: '1 Sample Rd', ownerSource: 'embedded', parcelId: 'P-1' },
  ...{ ownerPhone: null, ownerEmail: null, notes: null, accessNote: null, language: null, unconfirmed: false },
  ...{ priority: 'NORMAL', status: 'NEW', tags: ['GUTTER', 'STORM'], version: 1, assignedTo: null },
  createdAt: '2024-02-02T00:00:00Z',
}

const answers: Answers = {
  PropertyDetails: { data: { property }, extensions: { position: 3 } },
  AssignableUsers: { data: { assignableUsers: [avery] } },
}

/** The property as the server has it, with the changes in the outbox. */
function Shown() {
  const { cache } = useApolloClient()
  const [overlay] = useState(() => new Overlay(cache as OverlaidCache))
  useShowOutbox(overlay)
  const { data } = useQuery(PropertyDetailsDocument, { variables: { id: 'p' } })
  const noop = () => undefined
  const leads = { create: () => Promise.resolve(false), creating: false }
  return data?.property && <PropertyEditor onClose={noop} onDeleted={noop} leads={leads} property={data.property} />
}

/** Shows the property to a person who has not used the device before, or to `id` again. */
async function open({ id = uuidv7(), ...more }: { id?: string; viewedUser?: typeof avery; answers?: Answers } = {}) {
  const me = { id, viewedUser: more.viewedUser ?? null, abilities: { editProperties: true } }
  const { sent } = renderSignedIn(<Shown />, { me, answers: { ...answers, ...more.answers } })
  await screen.findByLabelText('Owner Name')
  return { id, outbox: sharedOutbox(id), updates: () => sent.filter(([name]) => name === 'UpdateProperty') }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Property Info' }))
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const actionsOf = (outbox: ReturnType<typeof sharedOutbox>) => outbox.state().items.map(({ action }) => action)

it('keeps edits on the device without a connection, with what they replace, and shows them after a return', async () => {
  offline()
  const { id, outbox, updates } = await open()
  enter('Owner Name', 'Sample Owner 0142')
  enter('Owner Phone', '555-0142')
  await userEvent.click(screen.getByRole('radio', { name: 'Concrete' }))
  await save()
  await waitFor(() => expect(toastInfo).toHaveBeenCalledOnce())
  const changed = { ownerName: 'Sample Owner 0142', ownerPhone: '555-0142', tags: ['CONCRETE', 'STORM'] }
  const before = { ownerName: 'Sample Owner 0141', ownerPhone: null, tags: ['GUTTER', 'STORM'] }
  expect(actionsOf(outbox)[0]).toMatchObject({
    kind: 'PROPERTY_EDIT',
    propertyEdit: { propertyId: 'p', ...changed, before },
  })
  expect(toastSuccess).not.toHaveBeenCalled()
  cleanup()
  await open({ id })
  await waitFor(() => expect(field('Owner Name').value).toBe('Sample Owner 0142'))
  expect(field('Owner Phone').value).toBe('555-0142')
  expect(screen.queryByText('Your unsaved changes were restored.')).toBeNull()
  expect(updates()).toEqual([])
  // Another person on the same device sees what the server has.
  cleanup()
  await open()
  expect(field('Owner Name').value).toBe('Sample Owner 0141')
})

it('compares a second edit with the first one, behind which it waits', async () => {
  offline()
  const { id, outbox } = await open()
  enter('Notes', 'Gate')
  await save()
  await waitFor(() => expect(outbox.state().items).toHaveLength(1))
  vi.restoreAllMocks()
  cleanup()
  const { updates } = await open({ id })
  await waitFor(() => expect(field('Notes').value).toBe('Gate'))
  enter('Notes', 'Side door')
  await save()
  await waitFor(() => expect(outbox.state().items).toHaveLength(2))
  expect(actionsOf(outbox)[1]?.propertyEdit).toEqual({ propertyId: 'p', notes: 'Side door', before: { notes: 'Gate' } })
  expect(updates()).toEqual([])
})

it('shows an edit while it is sent, and keeps it if there is no answer', async () => {
  let fail = (_: Error) => undefined as void
  const { outbox, updates } = await open({
    answers: { UpdateProperty: () => new Promise<object>((_, reject) => (fail = reject)) },
  })
  enter('Notes', 'Gate')
  await save()
  await waitFor(() =>
    expect(updates()).toEqual([['UpdateProperty', { id: 'p', input: { notes: 'Gate', ifVersion: 1 } }]]),
  )
  expect(outbox.state().direct.map(({ action }) => action.kind)).toEqual(['PROPERTY_EDIT'])
  act(() => fail(new TypeError('Failed to fetch')))
  await waitFor(() => expect(outbox.state().items.map(({ attempts }) => attempts)).toEqual([1]))
  expect(field('Notes').value).toBe('Gate')
})

it('takes no edit until the outbox has stored the answer, because the form forgets its edits then', async () => {
  const saved = { data: { updateProperty: { ...property, notes: 'Gate', version: 2 } }, extensions: { position: 4 } }
  const { outbox } = await open({ answers: { UpdateProperty: saved } })
  const sendDirectly = outbox.sendDirectly.bind(outbox)
  let hasAnswer = false
  let end = () => undefined as void
  const isEnded = new Promise<void>((resolve) => (end = resolve))
  vi.spyOn(outbox, 'sendDirectly').mockImplementation(async (item, send) => {
    const answer = await sendDirectly(item, send)
    hasAnswer = true
    await isEnded
    return answer
  })
  enter('Notes', 'Gate')
  await save()
  await waitFor(() => expect(hasAnswer).toBe(true))
  expect(field('Notes').disabled).toBe(true)
  end()
  await waitFor(() => expect(field('Notes').disabled).toBe(false))
  expect(toastSuccess).toHaveBeenCalledExactlyOnceWith('Property updated successfully')
})

it('stores nothing for somebody who views the app as another person', async () => {
  offline()
  const { outbox } = await open({ viewedUser: avery })
  enter('Notes', 'Gate')
  await save()
  const detail = 'You are viewing the app as another person, so nothing can be changed.'
  await waitFor(() => expect(toastError).toHaveBeenCalledExactlyOnceWith('Failed to update property', { detail }))
  expect(field('Notes').value).toBe('Gate')
  expect(outbox.state().items).toEqual([])
})
