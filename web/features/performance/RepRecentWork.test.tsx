// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { RepRecentWork } from './RepRecords.tsx'
import type { RepSummary } from './useRepSummary.ts'

type Knock = RepSummary['recentKnocks'][number]

afterEach(cleanup)

const DAY_MS = 86_400_000
const knockOf = (eventId: string, days: number, more: Partial<Knock> = {}): Knock => ({
  ...{
    eventId,
    outcome: 'NOBODY_HOME',
    outcomeName: 'Nobody home',
    occurredAt: new Date(Date.now() - days * DAY_MS).toISOString(),
  },
  ...{ propertyId: `at ${eventId}`, address: `${days} Demo St, Demo Town`, lat: null, lng: null, ...more },
})
const recentKnocks = [
  knockOf('today', 0),
  knockOf('yesterday', 1),
  knockOf('old', 9),
  knockOf('gone', 1, { propertyId: null }),
]

function show(onUndo?: (knock: Knock) => void) {
  const summary = { recentKnocks, timeZone: 'America/Indiana/Indianapolis', period: 'MONTH' } as unknown as RepSummary
  renderSignedIn(<RepRecentWork summary={summary} onUndo={onUndo} drawRoute={() => null} />)
}
const undoButtons = () => screen.queryAllByRole('button', { name: /^Undo / }).map((button) => button.ariaLabel)

it('a knock of the last seven days is undone from the page of its rep', async () => {
  const onUndo = vi.fn()
  show(onUndo)
  await screen.findByText('Recent Work')
  expect(undoButtons()).toEqual(['Undo Nobody home, 0 Demo St', 'Undo Nobody home, 1 Demo St'])
  fireEvent.click(screen.getByRole('button', { name: 'Undo Nobody home, 1 Demo St' }))
  expect(onUndo).toHaveBeenCalledExactlyOnceWith(recentKnocks[1])
})

it('nothing is undone where the user cannot change the work of the rep', async () => {
  show()
  await screen.findByText('Recent Work')
  expect(undoButtons()).toEqual([])
})
