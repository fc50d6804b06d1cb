// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toastError } from '../../../lib/toasts.ts'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { AdminCounters } from './AdminCounters.tsx'
import { RecentLeads } from './RecentLeads.tsx'
import { useSelection } from '../../../lists/useSelection.ts'

const openLead = vi.hoisted(() => vi.fn<(id: string) => void>())
vi.mock('../../../session/records.tsx', () => ({ useOpenedRecord: () => null, useOpenRecord: () => ({ openLead }) }))
vi.mock('../../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

/** The streets of the latest leads; null while the server is unreachable. */
let latest: string[] | null

const lead = (street: string) => ({
  __typename: 'Lead',
  id: street,
  address: `${street}, Demo Town, IN`,
  ownerName: null,
  tag: 'STORM',
  priority: 'NORMAL',
  status: 'CONTACTED',
  createdAt: '2024-02-02T12:00:00Z',
  assignedTo: { __typename: 'User', id: 'a', fullName: 'Avery Sample' },
  property: null,
})
const server = () => {
  if (!latest) return Promise.reject(new TypeError('Failed to fetch'))
  const edges = latest.map((street) => ({ __typename: 'LeadEdge', cursor: street, node: lead(street) }))
  const pageInfo = { hasNextPage: false, endCursor: null }
  return { data: { leads: { totalCount: edges.length, edges, pageInfo } } }
}

function Dashboard() {
  const selection = useSelection()
  return (
    <>
      <RecentLeads selection={selection} />
      <output>{[...selection.ids].join(', ')}</output>
    </>
  )
}

const show = (beside?: ReactNode) =>
  renderSignedIn(
    <>
      {beside}
      <Dashboard />
    </>,
    { answers: { LeadList: server, AdminTotals: server } },
  )

beforeEach(() => {
  latest = ['1 Sample St', '2 Sample St']
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('shows address, tag, assignee, date and status in this order', async () => {
  show()
  const first = within((await screen.findAllByRole('listitem'))[0]!)
  const said = ['1 Sample St', 'Storm Damage', 'Avery', 'Feb 2, 2024', 'Contacted'].map((text) => first.getByText(text))
  for (const [index, one] of said.slice(1).entries())
    expect(said[index]!.compareDocumentPosition(one)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('opens a lead by its row or its address, and selects it by its checkbox', async () => {
  show()
  const [first] = (await screen.findAllByRole('listitem')) as [HTMLElement]
  await userEvent.click(within(first).getByText('Storm Damage'))
  await userEvent.click(within(first).getByRole('link', { name: '1 Sample St' }))
  expect(openLead.mock.calls).toEqual([['1 Sample St'], ['1 Sample St']])
  await userEvent.click(screen.getByLabelText('Select All recent leads'))
  expect(screen.getByRole('status').textContent).toBe('1 Sample St, 2 Sample St')
  expect(openLead).toHaveBeenCalledTimes(2)
})

it('deselects leads that are no longer among the latest', async () => {
  const { client } = show()
  await userEvent.click(await screen.findByLabelText('Select 1 Sample St'))
  await userEvent.click(screen.getByLabelText('Select 2 Sample St'))
  expect(screen.getByRole('status').textContent).toBe('1 Sample St, 2 Sample St')
  latest = ['3 Sample St', '1 Sample St']
  await act(() => client.refetchQueries({ include: 'active' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 Sample St'))
})

it('reports an unreachable server with one toast id, so that only one toast shows', async () => {
  latest = null
  show(<AdminCounters />)
  await waitFor(() => expect(toastError).toHaveBeenCalledTimes(2))
  const names = vi.mocked(toastError).mock.calls.map(([words, options]) => [words, options?.id])
  expect(new Set(names.map(String)).size).toBe(1)
  expect(names[0]).toEqual([expect.any(String), expect.any(String)])
})
