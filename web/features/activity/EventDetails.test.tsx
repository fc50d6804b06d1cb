// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { EventDetails } from './EventDetails.tsx'
import { detailsOf, EventSubject, subjectOf } from './EventFacts.tsx'
import { EventLink } from './EventLink.tsx'

const event = {
  __typename: 'ActivityEvent' as const,
  eventId: 'event-1',
  position: 1204,
  tenantId: 'maple',
  tenantName: 'Maple Demo Roofing',
  type: 'LeadStatusChanged',
  data: { leadId: 'lead-1', from: 'new', to: 'contacted' },
  occurredAt: '2024-02-02T12:00:00Z',
  recordedAt: '2024-02-02T12:30:00Z',
  realRole: 'SALES_REP' as const,
  actingRole: null,
  actor: { __typename: 'UserRef' as const, id: 'rep', fullName: 'Riley Example' },
  subjectUser: null,
  record: { __typename: 'EventRecord' as const, kind: 'LEAD' as const, id: 'lead-1', label: '9 Sample St' },
  deletedAddress: null as string | null,
  apiKey: null,
}

function Query() {
  return <output aria-label="Query">{useLocation().search}</output>
}

/** `grouped` are the events that the event stands for. */
function show(edges: object[], grouped: object[] = []) {
  const answer = (shown: object[]) => ({
    data: {
      activityLog: { totalCount: shown.length, edges: shown, pageInfo: { endCursor: null, hasNextPage: false } },
    },
  })
  renderSignedIn(
    <>
      <section aria-label="Drawer">
        <EventDetails id="event-1" />
      </section>
      <Query />
    </>,
    { answers: { ActivityLog: ({ filter }) => answer('groupOf' in (filter as object) ? grouped : edges) } },
  )
}

afterEach(cleanup)

it('shows who did what, when it was recorded, and the position in the log', async () => {
  show([{ cursor: 'first', node: event }])
  const drawer = screen.getByRole('region', { name: 'Drawer' })
  await screen.findByText('Maple Demo Roofing, no. 1,204')
  for (const text of ['Lead status changed', 'Riley Example', '9 Sample St', 'Contacted', 'Recorded'])
    expect(drawer.textContent).toContain(text)
})

it('says that an event is not in the log of the caller', async () => {
  show([])
  expect(await screen.findAllByText('No such event')).toHaveLength(1)
})

it('lists the events that an undo of an import stands for, which open', async () => {
  const undone = {
    ...event,
    type: 'ImportUndone',
    data: { importId: 'import', list: 'properties', removed: 2, restored: 0, kept: 0 },
    record: null,
  }
  const deleted = (eventId: string) => ({
    cursor: eventId,
    node: {
      ...event,
      eventId,
      type: 'PropertyDeleted',
      data: { propertyId: eventId, neighborhood: null },
      deletedAddress: `1 ${eventId} St`,
      record: null,
    },
  })
  show([{ cursor: 'first', node: undone }], [deleted('event-2'), deleted('event-3')])
  const events = within(await screen.findByRole('region', { name: 'Events' }))
  expect(events.getByRole('heading').textContent).toBe('2 events')
  await userEvent.click(events.getByRole('button', { name: /1 event-3 St$/ }))
  expect(screen.getByRole('status', { name: 'Query' }).textContent).toBe('?event=event-3')
})

it('opens from a row of the log, as does its record', async () => {
  renderSignedIn(
    <>
      <EventLink event={event} />
      <EventSubject event={event} />
      <Query />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open event: Lead status changed' }))
  expect(screen.getByRole('status', { name: 'Query' }).textContent).toBe('?event=event-1')
  await userEvent.click(screen.getByRole('button', { name: 'Open lead: 9 Sample St' }))
  expect(screen.getByRole('status', { name: 'Query' }).textContent).toBe('?lead=lead-1')
})

it('has what an event is about beside its details, which do not repeat it', () => {
  const partsOf = (change: object) => {
    const changed = { ...event, ...change }
    return [subjectOf(changed), detailsOf(changed)]
  }
  expect(partsOf({})).toEqual(['9 Sample St', 'New → Contacted'])
  const address = '4 Gone Sample St, Demo Town'
  expect(partsOf({ type: 'PropertyDeleted', data: {}, record: null, deletedAddress: address })).toEqual([address, ''])
  const other = { __typename: 'UserRef', id: 'other', fullName: 'Sample Other' }
  const role = { type: 'UserRoleChanged', data: { from: 'SALES_REP', to: 'ADMIN' }, record: null, subjectUser: other }
  expect(partsOf(role)).toEqual(['Sample Other', 'Sales Rep → Admin'])
  const territory = { type: 'TerritoryDrawn', data: { name: 'Park Sample', change: 'created' }, record: null }
  expect(partsOf(territory)).toEqual(['Park Sample', 'created'])
  expect(partsOf({ type: 'UserSignedIn', data: {}, record: null })).toEqual([undefined, ''])
})
