// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { RecordedPanel } from './RecordedPanel.tsx'

const none = {
  ...{ __typename: 'RecordedItem', endedAt: null, doors: null, lat: null, lng: null, accuracyMeters: null },
  ...{ exactUntil: null, address: null, access: null, by: null },
}
const position = { lat: 39.7684, lng: -86.1581, exactUntil: '2026-12-10T15:00:00.000Z' }
const items = [
  {
    ...{ ...none, ...position, id: 'k2', kind: 'KNOCK', at: '2026-11-10T15:00:00.000Z' },
    ...{ accuracyMeters: 6.2, address: '12 Sample St' },
  },
  { ...none, ...position, id: 'k1', kind: 'KNOCK', at: '2026-11-09T15:00:00.000Z' },
  {
    ...{ ...none, id: 's1', kind: 'SESSION', at: '2026-11-10T14:00:00.000Z' },
    ...{ endedAt: '2026-11-10T16:30:00.000Z', doors: 12 },
  },
  ...(['REP_PAGE', 'VIEW_AS', 'EXPORT'] as const).map((access, at) => ({
    ...{ ...none, id: `v${at}`, kind: 'VIEW', at: `2026-11-10T1${at}:00:00.000Z`, access },
    by: { __typename: 'UserRef', id: 'owner', fullName: 'Sample Owner' },
  })),
]

function show() {
  return renderSignedIn(<RecordedPanel />, {
    answers: {
      RecordedAboutMe: ({ kind }) => {
        const shown = items.filter((item) => item.kind === kind)
        return {
          data: {
            recordedAboutMe: {
              __typename: 'RecordedConnection',
              edges: shown.map((node) => ({ __typename: 'RecordedEdge', cursor: node.id, node })),
              pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
              totalCount: shown.length,
            },
          },
        }
      },
    },
  })
}

afterEach(cleanup)

it('shows the positions of knocks day by day, with the day until which they are exact', async () => {
  show()
  const days = await screen.findAllByRole('region')
  expect(days.map((day) => within(day).getByRole('heading').textContent)).toEqual([
    'Tue, Nov 10, 2026',
    'Mon, Nov 9, 2026',
  ])
  const [line] = within(days[0]!).getAllByRole('listitem')
  expect(line?.textContent).toBe('10:00 AM12 Sample St39.76840, -86.15810, within 7 m')
  expect(within(days[0]!).getByText('Exact until Dec 10, 2026').closest('header')).not.toBeNull()
  expect(within(days[1]!).getByRole('listitem').textContent).toContain('Deleted property')
})

it('shows sessions with their doors, and who looked and how', async () => {
  show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Sessions' }))
  expect((await screen.findByRole('listitem')).textContent).toBe('9:00 AMUntil 11:30 AM, 12 doors')
  await userEvent.click(screen.getByRole('radio', { name: 'Who Looked' }))
  await screen.findByText('Sample Owner viewed the app as you')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    '5:00 AMSample Owner opened the page of your work',
    '6:00 AMSample Owner viewed the app as you',
    '7:00 AMSample Owner exported everything of the company',
  ])
})
