// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { useApolloClient } from '@apollo/client/react'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, it, vi } from 'vitest'
import type { LeadDetailsFragment } from '../../../gql/graphql.ts'
import type { OverlaidCache } from '../../../lib/overlaidCache.ts'
import { toastError, toastInfo, toastUndo } from '../../../lib/toasts.ts'
import { sharedOutbox } from '../../../session/outbox/outbox.ts'
import { Overlay } from '../../../session/outbox/overlay.ts'
import { useShown, useShowOutbox } from '../../../session/outbox/useOutbox.ts'
import { type Answers, renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { LeadWork } from './LeadWork.tsx'

vi.mock('../../../lib/toasts.ts', () => ({
  ...{ toastError: vi.fn(), toastInfo: vi.fn(), toastSuccess: vi.fn(), toastUndo: vi.fn() },
}))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const avery = { __typename: 'UserRef' as const, id: 'avery', fullName: 'Avery Example' }
const lead = {
  ...{ __typename: 'Lead', id: 'l', address: '1018 W 12th Demo St', status: 'NEW', version: 1, stage: null },
  ...{ followUpAt: null, value: null, source: 'Sign', contactName: null, contactPhone: null, contactEmail: null },
  ...{ assignedTo: null, property: null, notes: { __typename: 'LeadNoteConnection', edges: [] } },
} as unknown as LeadDetailsFragment

/** What the server has of the lead, with what the outbox has. */
function Shown() {
  const { cache } = useApolloClient()
  const [overlay] = useState(() => new Overlay(cache as OverlaidCache))
  useShowOutbox(overlay)
  return <LeadWork lead={useShown(lead)} hasNoteField onSaved={() => undefined} />
}

const answers: Answers = {
  UpdateLeadWork: { data: { updateLead: { ...lead, version: 2 } }, extensions: { position: 7 } },
  AddLeadNote: { data: { addLeadNote: { __typename: 'LeadNote', id: 'n' } }, extensions: { position: 8 } },
  AssignableUsers: { data: { assignableUsers: [avery] } },
}

/** Shows the lead to a person who has not used the device before, or to `id` again. */
function open({ id = uuidv7(), ...more }: { id?: string; viewedUser?: typeof avery; answers?: Answers } = {}) {
  const { viewedUser = null } = more
  const me = { id, viewedUser, abilities: { assignLeads: true } }
  const { sent } = renderSignedIn(<Shown />, { me, answers: { ...answers, ...more.answers } })
  const mutations = () => sent.filter(([name]) => ['UpdateLeadWork', 'AddLeadNote', 'SetLeadStage'].includes(name))
  return { id, outbox: sharedOutbox(id), mutations }
}

const field = (label: string) => screen.findByRole('button', { name: new RegExp(`^${label}, edit:`) })
async function edit(label: string, text: string): Promise<void> {
  await userEvent.click(await field(label))
  const box = screen.getByRole('textbox', { name: label })
  await userEvent.clear(box)
  await userEvent.type(box, `${text}{Enter}`)
}
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const shows = (label: string, text: string) =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: new RegExp(`^${label}, edit:`) }).textContent).toContain(text),
  )

it('shows a change at once, saves it, and offers to undo it', async () => {
  let answer = (_: object) => undefined as void
  const { mutations, outbox } = open({
    answers: { UpdateLeadWork: () => new Promise<object>((resolve) => (answer = resolve)) },
  })
  await edit('Source', 'Referral')
  await shows('Source', 'Referral')
  expect(mutations()).toEqual([['UpdateLeadWork', { id: 'l', input: { source: 'Referral' } }]])
  expect(toastUndo).not.toHaveBeenCalled()
  act(() => answer(answers['UpdateLeadWork'] as object))
  await waitFor(() => expect(toastUndo).toHaveBeenCalledOnce())
  expect(outbox.state().items).toEqual([])
  vi.mocked(toastUndo).mock.calls[0]![1]()
  await waitFor(() => expect(mutations()[1]).toEqual(['UpdateLeadWork', { id: 'l', input: { source: 'Sign' } }]))
})

it('keeps changes, the assignee and notes on the device without a connection, and shows them after a return', async () => {
  offline()
  const { id, outbox, mutations } = open()
  await edit('Source', 'Referral')
  await userEvent.click(await field('Assigned To'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assigned To' }), 'Avery Example')
  await userEvent.keyboard('{Enter}')
  await userEvent.type(screen.getByRole('textbox', { name: 'Add a note' }), 'Wants a call.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Note' }))
  await waitFor(() => expect(outbox.state().items).toHaveLength(3))
  expect(outbox.state().items.map(({ action, title }) => [action.kind, title])).toEqual([
    ['LEAD_WORK', 'Lead'],
    ['LEAD_WORK', 'Lead'],
    ['LEAD_NOTE', 'Lead'],
  ])
  cleanup()
  open({ id })
  await shows('Source', 'Referral')
  await shows('Assigned To', 'Avery Example')
  expect(within(screen.getByRole('region', { name: 'Notes' })).getByRole('listitem').textContent).toContain(
    'Wants a call.Riley Example',
  )
  expect(mutations()).toEqual([])
  expect(toastInfo).toHaveBeenCalledTimes(3)
  // Another person on the same device sees what the server has.
  cleanup()
  open()
  await shows('Source', 'Sign')
})

it('does not overtake a change of the same lead that waits', async () => {
  const { outbox, mutations } = open()
  await act(() =>
    outbox.add({
      action: {
        id: uuidv7(),
        kind: 'STATUS',
        occurredAt: '2026-11-18T20:00:00Z',
        status: { leadId: 'l', status: 'NEW' },
      },
      title: 'Lead',
    }),
  )
  await edit('Source', 'Referral')
  await waitFor(() => expect(outbox.state().items.map(({ action }) => action.kind)).toEqual(['STATUS', 'LEAD_WORK']))
  expect(mutations()).toEqual([])
})

it('shows the details that are known, and the empty ones on request', async () => {
  open()
  await field('Source')
  const names = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Assigned To', 'Follow-up', 'Value', 'Source'])
  await userEvent.click(screen.getByRole('button', { name: 'Add Details' }))
  expect(names()).toEqual(['Assigned To', 'Follow-up', 'Value', 'Source', 'Contact', 'Phone', 'Email'])
  await userEvent.click(screen.getByRole('button', { name: 'Hide Empty Details' }))
  expect(names()).toHaveLength(4)
})

it('shows what is saved again after a refusal, with its reason', async () => {
  const refusal = { data: null, errors: [{ message: 'Invalid email address', extensions: { code: 'BAD_USER_INPUT' } }] }
  const { outbox } = open({ answers: { UpdateLeadWork: refusal } })
  await userEvent.click(screen.getByRole('button', { name: 'Add Details' }))
  await edit('Email', 'nobody')
  await waitFor(() => expect(toastError).toHaveBeenCalledExactlyOnceWith('Invalid email address'))
  await shows('Email', 'Add')
  expect(outbox.state().items).toEqual([])
})

it('shows a note at once, and has it in the field again after a refusal', async () => {
  let answer = (_: object) => undefined as void
  open({ answers: { AddLeadNote: () => new Promise<object>((resolve) => (answer = resolve)) } })
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Add a note' })
  await userEvent.type(box, 'Wants a call.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Note' }))
  await waitFor(() => expect(screen.getByRole('listitem').textContent).toContain('Wants a call.'))
  expect(box.value).toBe('')
  act(() => answer({ data: null, errors: [{ message: 'No more notes today', extensions: { code: 'RATE_LIMITED' } }] }))
  await waitFor(() => expect(box.value).toBe('Wants a call.'))
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(toastError).toHaveBeenCalledExactlyOnceWith('No more notes today')
})

it('takes no other note until the outbox has stored the answer, because a refused one returns to the field then', async () => {
  const refusal = { data: null, errors: [{ message: 'No more notes today', extensions: { code: 'RATE_LIMITED' } }] }
  const { outbox } = open({ answers: { AddLeadNote: refusal } })
  const sendDirectly = outbox.sendDirectly.bind(outbox)
  let hasAnswer = false
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
  vi.spyOn(outbox, 'sendDirectly').mockImplementation(async (item, send) => {
    try {
      return await sendDirectly(item, send)
    } finally {
      hasAnswer = true
      await isEnded
    }
  })
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Add a note' })
  await userEvent.type(box, 'Wants a call.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Note' }))
  await waitFor(() => expect(hasAnswer).toBe(true))
  expect(box.disabled).toBe(true)
  end()
  await waitFor(() => expect([box.disabled, box.value]).toEqual([false, 'Wants a call.']))
})

it('stores nothing for somebody who views the app as another person', async () => {
  offline()
  const { outbox } = open({ viewedUser: avery })
  await edit('Source', 'Referral')
  const message = 'You are viewing the app as another person, so nothing can be changed.'
  await waitFor(() => expect(toastError).toHaveBeenCalledExactlyOnceWith(message))
  await shows('Source', 'Sign')
  expect(outbox.state().items).toEqual([])
})
