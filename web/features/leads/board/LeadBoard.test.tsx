// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { useApolloClient } from '@apollo/client/react'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LeadFilter } from '../../../gql/graphql.ts'
import type { OverlaidCache } from '../../../lib/overlaidCache.ts'
import { toastError, toastUndo } from '../../../lib/toasts.ts'
import { sharedOutbox } from '../../../session/outbox/outbox.ts'
import { Overlay } from '../../../session/outbox/overlay.ts'
import { useShowOutbox } from '../../../session/outbox/useOutbox.ts'
import { type Answers, renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import type { LeadRow } from '../leadRanges.ts'
import { boardColumnsOf } from './boardColumns.ts'
import { LeadBoard } from './LeadBoard.tsx'
import { useMoveLead } from './useMoveLead.ts'

vi.mock('../../../lib/toasts.ts', () => ({
  ...{ toastError: vi.fn(), toastInfo: vi.fn(), toastUndo: vi.fn(), toastWarning: vi.fn() },
}))

const stage = { __typename: 'LeadStage' as const, id: 's1', name: 'Inspection', color: 'PLUM' as const }
const columns = boardColumnsOf([stage])
const street = '1018 W 12th Demo St'
const lead = {
  ...{ __typename: 'Lead', id: 'l', address: street, ownerName: null, tag: 'STORM', priority: 'NORMAL', status: 'NEW' },
  ...{ version: 1, createdAt: '2026-11-20T12:05:00Z', updatedAt: '2026-11-20T12:05:00Z', tenantName: null },
  ...{ followUpAt: null, value: null, source: null, contactName: null, contactPhone: null, rep: null },
  ...{ assignedTo: null, stage: null },
} as LeadRow

/** The column in which the server has the lead. */
let saved: string
beforeEach(() => {
  saved = 'NEW'
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const answers: Answers = {
  LeadStages: { data: { leadStages: [stage] } },
  LeadList: ({ filter }) => {
    const { stageId, status } = filter as LeadFilter
    const rows = (stageId ?? status) === saved ? [lead] : []
    const edges = rows.map((node) => ({ __typename: 'LeadEdge', node }))
    const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null }
    return { data: { leads: { __typename: 'LeadConnection', edges, pageInfo, totalCount: edges.length } } }
  },
}

/** The board, and buttons that do what dropping a card does. */
function Board() {
  const { cache } = useApolloClient()
  const [overlay] = useState(() => new Overlay(cache as OverlaidCache))
  useShowOutbox(overlay)
  const move = useMoveLead(async () => undefined)
  return (
    <>
      <LeadBoard filter={{}} arrangement={{ order: 'FOLLOW_UP', isGrouped: false }} onOpen={() => undefined} />
      {columns.map((column) => (
        <button key={column.id} onClick={() => void move(lead, columns[0]!, column)}>
          to {column.name}
        </button>
      ))}
    </>
  )
}

function open(more: Answers = {}) {
  const id = uuidv7()
  const { sent } = renderSignedIn(<Board />, { me: { id }, answers: { ...answers, ...more } })
  const mutations = () => sent.filter(([name]) => ['UpdateLeadStatus', 'SetLeadStage'].includes(name))
  return { outbox: sharedOutbox(id), mutations }
}

const moveTo = (name: string) => fireEvent.click(screen.getByText(`to ${name}`))
/** The card is in this column alone, which counts it. */
const isIn = (name: string) =>
  waitFor(() => {
    const withCard = [...document.querySelectorAll('section')].filter(({ textContent }) => textContent.includes(street))
    expect(withCard.map((column) => column.getAttribute('aria-label'))).toEqual([name])
    expect(withCard[0]!.querySelector('h2')!.textContent).toBe(`${name}1`)
  })

it('shows a card where it was dropped without a connection, in a column or a stage, until it is dropped elsewhere', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { outbox, mutations } = open()
  await isIn('New')
  moveTo('Completed')
  await isIn('Completed')
  moveTo('Inspection')
  await isIn('Inspection')
  await waitFor(() =>
    expect(
      outbox.state().items.map(({ action }) => [action.kind, action.status?.status, action.leadStage?.stageId]),
    ).toEqual([
      ['STATUS', 'COMPLETED', undefined],
      ['LEAD_STAGE', undefined, 's1'],
    ]),
  )
  expect(mutations()).toEqual([])
  expect(toastUndo).not.toHaveBeenCalled()
})

it('shows a card where it was dropped while that is saved, and back where it was after a refusal', async () => {
  let answer = (_: object) => undefined as void
  const { mutations } = open({ SetLeadStage: () => new Promise<object>((resolve) => (answer = resolve)) })
  await isIn('New')
  moveTo('Inspection')
  await isIn('Inspection')
  expect(mutations()).toEqual([['SetLeadStage', { ids: ['l'], stageId: 's1' }]])
  act(() => answer({ data: null, errors: [{ message: 'Stage not found', extensions: { code: 'NOT_FOUND' } }] }))
  await isIn('New')
  expect(toastError).toHaveBeenCalledExactlyOnceWith('Failed to update status')
})
