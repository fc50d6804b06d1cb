// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { throwError } from 'rxjs'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCache } from '../../lib/apollo.ts'
import { Outbox } from '../../session/outbox/outbox.ts'
import type { NewOutboxItem } from '../../session/outbox/outboxItems.ts'
import { Overlay } from '../../session/outbox/overlay.ts'
import { awaitOutbox, notePositions } from '../../session/outbox/overlayLinks.ts'
import { ReadStore } from '../../session/reads/readStore.ts'
import { storedReadsLink } from '../../session/reads/storedReadsLink.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { RepToday } from './RepToday.tsx'

const riley = { __typename: 'UserRef', id: 'riley', fullName: 'Riley Example' }

/** A day with these doors, by hour, and four usual ones at 10 AM. */
const dayOf = (doors: Record<number, number>, talks: number) => ({
  __typename: 'RepDay',
  timeZone: 'America/Indiana/Indianapolis',
  user: riley,
  doorsKnocked: Object.values(doors).reduce((sum, count) => sum + count, 0),
  talks,
  leadsCreated: 3,
  medianDoorsKnocked: 28,
  medianLeadsCreated: 2,
  hours: Array.from({ length: 24 }, (_, hour) => ({
    __typename: 'RepDayHour',
    hour,
    doorsKnocked: doors[hour] ?? 0,
    avgDoorsKnocked: hour === 10 ? 4.25 : 0,
  })),
})

function show(repDay: ReturnType<typeof dayOf>, entries: readonly object[] = []) {
  const data = { repDay, leaderboard: { __typename: 'Leaderboard', entries }, targets: [] }
  const fetch = () => Promise.resolve(Response.json({ data }))
  const link = ApolloLink.split(
    ({ operationName }) => operationName === 'RepToday',
    new HttpLink({ uri: '/graphql', fetch }),
    new ApolloLink(() => new Observable(() => undefined)),
  )
  return showWith(new ApolloClient({ cache: new InMemoryCache(), link }))
}

const showWith = (client: ApolloClient) => renderSignedIn(<RepToday />, { client })

beforeEach(() => {
  // 2:40 PM in Indianapolis.
  vi.useFakeTimers({ now: new Date('2026-11-18T19:40:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('the day has doors, talks and leads beside the usual ones', async () => {
  show(dayOf({ 9: 10, 14: 21 }, 11))
  expect(await screen.findAllByText('3 above usual')).toHaveLength(1)
  const facts = screen.getAllByRole('term').map((term) => term.textContent)
  expect(facts).toEqual(['Doors3 above usual', 'Talks35.5% of doors', 'Leads2 on most days'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['31', '11', '3'])
  expect(screen.queryByText('No doors yet today')).toBeNull()
})

it('the hours are a table for screen readers, with the current hour of the tenant’s time zone marked', async () => {
  show(dayOf({ 9: 10, 14: 21 }, 11))
  const table = await screen.findByRole('table', { name: 'Doors by hour' })
  const rows = within(table).getAllByRole('row').slice(1)
  const textOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)
  expect(rows).toHaveLength(10)
  expect(textOf(rows[0]!)).toEqual(['9 AM', '10', '0.0'])
  expect(textOf(rows[1]!)).toEqual(['10 AM', '0', '4.3'])
  expect(rows.filter((row) => row.getAttribute('aria-current') === 'time').map(textOf)).toEqual([['2 PM', '21', '0.0']])
})

it('a day without doors says so and keeps the usual hours', async () => {
  show(dayOf({}, 0))
  expect(await screen.findAllByText('No doors yet today')).toHaveLength(1)
  expect(screen.getByRole('table', { name: 'Doors by hour' }).textContent).toContain('4.3')
  expect(screen.queryByText(/of doors/)).toBeNull()
})

it('a rep without a target reads how to get one', async () => {
  show(dayOf({}, 0))
  const card = await screen.findByRole('region', { name: 'Target' })
  expect(card.textContent).toBe('TargetNo target yet. Set one with your owner.')
})

it('the leaderboard has the rep with those beside them, who lead to their page, and all reps on demand', async () => {
  const entries = ['avery', 'blair', 'casey', 'devon', 'riley'].map((id, index) => ({
    ...{ __typename: 'LeaderboardEntry', rank: index + 1, leadsCreated: 9 - index, doorsKnocked: 20 },
    user: id === 'riley' ? riley : { __typename: 'UserRef', id, fullName: `${id} Sample` },
  }))
  show(dayOf({ 9: 10 }, 1), entries)
  expect((await screen.findByRole('link', { name: 'You' })).getAttribute('href')).toBe('/reps/riley')
  const rows = () => screen.getAllByRole('listitem').filter(({ textContent }) => textContent.includes('leads'))
  const ranks = () => rows().map(({ textContent }) => textContent[0])
  expect(ranks()).toEqual(['2', '3', '4', '5'])
  fireEvent.click(screen.getByRole('button', { name: 'Show All 5' }))
  expect(ranks()).toEqual(['1', '2', '3', '4', '5'])
  fireEvent.click(screen.getByRole('button', { name: 'Show Less' }))
  expect(ranks()).toEqual(['2', '3', '4', '5'])
})

it('without a connection after a restart, the day counts what was sent after its answer and what waits, as the rank does', async () => {
  const name = uuidv7()
  const entries = [{ __typename: 'LeaderboardEntry', rank: 1, leadsCreated: 3, doorsKnocked: 17, user: riley }]
  const leaderboard = { __typename: 'Leaderboard', entries }
  const data = { repDay: dayOf({ 9: 10, 13: 7 }, 4), leaderboard, targets: [] }
  let isReachable = true
  /** A start of the app, with an empty cache. */
  const start = () => {
    const outbox = new Outbox(name)
    const cache = createCache()
    const overlay = new Overlay(cache)
    overlay.connect(outbox, riley)
    const fetch = () => Promise.resolve(Response.json({ data, extensions: { position: 100 } }))
    const server = new HttpLink({ uri: '/graphql', fetch })
    const connection = new ApolloLink((operation, forward) => {
      if (!isReachable) return throwError(() => new TypeError('Failed to fetch'))
      return operation.operationName === 'RepToday' ? forward(operation) : new Observable(() => undefined)
    })
    const links = [notePositions(overlay), storedReadsLink(name), awaitOutbox(overlay), connection, server]
    const link = ApolloLink.from(links)
    return { outbox, view: showWith(new ApolloClient({ cache, link })) }
  }
  const knocks = (count: number): NewOutboxItem[] =>
    Array.from({ length: count }, () => {
      const knock = { propertyId: uuidv7(), outcome: 'NOBODY_HOME' as const }
      return { action: { id: uuidv7(), kind: 'KNOCK', occurredAt: '2026-11-18T19:30:00.000Z', knock }, title: 'House' }
    })
  const shown = () => [
    screen.getAllByRole('definition')[0]!.textContent,
    within(screen.getByRole('table', { name: 'Doors by hour' })).getByRole('row', { current: 'time' }).children[1]!
      .textContent,
    screen.getByText(/ doors?$/, { selector: 'li span' }).textContent,
  ]

  const { outbox, view } = start()
  await vi.waitFor(() => expect(shown()).toEqual(['17', '0', '17 doors']))
  await vi.waitFor(async () => expect(await new ReadStore(name).result('RepToday {}')).toMatchObject({ position: 100 }))
  let position = 100
  outbox.setSender({
    send: async (items) =>
      items.map(({ action: { id } }) => ({
        ...{ id, outcome: 'APPLIED', code: null, message: null, status: 'NEW', position: (position += 1) },
      })),
    upload: vi.fn(),
    onApplied: vi.fn(),
    findSavedProperty: vi.fn(),
  })
  await outbox.add(...knocks(17))
  await outbox.flush()
  expect(outbox.state().items).toEqual([])
  await vi.waitFor(() => expect(shown()).toEqual(['34', '17', '34 doors']))

  outbox.setSender(undefined)
  isReachable = false
  await outbox.add(...knocks(4))
  view.unmount()
  start()
  await vi.waitFor(() => expect(shown()).toEqual(['38', '21', '38 doors']))
})
