// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { toLogRows } from './logRows.ts'

afterEach(cleanup)

const event = (eventId: string, type: string, data: object, label?: string) =>
  ({
    ...{ eventId, type, data, occurredAt: '2026-11-18T14:05:00Z', recordedAt: '2026-11-18T14:05:00Z' },
    ...{ tenantName: 'Maple Demo Roofing', realRole: 'SALES_REP', actingRole: null, subjectUser: null },
    ...{ actor: { id: 'rep', fullName: 'Riley Example' }, deletedAddress: null, apiKey: null },
    record: label ? { kind: 'LEAD', id: 'lead-1', label } : null,
  }) as unknown as ActivityRowFragment

const events = [
  event('event-1', 'DoorKnocked', { outcome: 'interested' }, '9 Sample St, Demo Town'),
  event('event-2', 'MapLoaded', {}),
  event('event-3', 'ParcelLookedUp', { found: true }),
  event('event-4', 'LeadStatusChanged', { from: 'new', to: 'contacted' }, '9 Sample St, Demo Town'),
]

function Log() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <ActivityCards
        rows={toLogRows(events, { opened, isFolded: true })}
        opened={opened}
        onToggle={(key) => setOpened(new Set([key]))}
        isBelowDay
        withTenant={false}
      />
      <output>{useLocation().search}</output>
    </>
  )
}

it('says what happened where and by whom, and a tap opens it', async () => {
  renderSignedIn(<Log />)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('Interested')
  expect(rows[0]).toContain('9 Sample St · Riley Example')
  expect(rows[0]).not.toContain('Door knocked')
  expect(rows[2]).toContain('9 Sample St · Riley Example · New → Contacted')
  await userEvent.click(screen.getByRole('button', { name: /^Interested/ }))
  expect(screen.getByRole('status').textContent).toBe('?event=event-1')
})

it('folds look-ups into one row, which opens them', async () => {
  renderSignedIn(<Log />)
  const fold = screen.getByRole('button', { name: /^2 look-ups/, expanded: false })
  expect(fold.textContent).toContain('Map loaded, Parcel looked up')
  await userEvent.click(fold)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getByRole('button', { name: /^Map loaded/ }).textContent).toContain('Riley Example')
})
