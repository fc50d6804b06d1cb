import { expect, it } from 'vitest'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { toLogRows, toPlainRows } from './logRows.ts'

/** Events from the latest, each a type and the hour of the day of November in which it happened. */
const eventsOf = (...events: [type: string, day: number, hour: number][]) =>
  events.map(([type, day, hour]) => ({
    eventId: `${type} ${day} ${hour}`,
    type,
    occurredAt: new Date(2026, 10, day, hour).toISOString(),
  })) as unknown as ActivityRowFragment[]

const events = eventsOf(
  ['DoorKnocked', 28, 12],
  ['ParcelLookedUp', 28, 11],
  ['MapLoaded', 28, 10],
  ['AddressGeocoded', 27, 18],
  ['MapLoaded', 27, 17],
  ['LeadCreated', 27, 16],
  ['MapLoaded', 27, 15],
)
const folded = { opened: new Set<string>(), isFolded: true }

it('folds the look-ups of a day that stand next to each other, and gives each day one heading', () => {
  expect(toLogRows(events, folded).map(({ key, day, lookUps }) => [key, day, lookUps?.length ?? 0])).toEqual([
    ['DoorKnocked 28 12', 'Sat, Nov 28, 2026', 0],
    ['look-ups ParcelLookedUp 28 11', null, 2],
    ['look-ups AddressGeocoded 27 18', 'Fri, Nov 27, 2026', 2],
    ['LeadCreated 27 16', null, 0],
    ['MapLoaded 27 15', null, 0],
  ])
})

it('shows the look-ups of an opened row below it', () => {
  const opened = new Set(['look-ups AddressGeocoded 27 18'])
  const rows = toLogRows(events, { ...folded, opened })
  expect(rows.slice(2, 5).map(({ key, day }) => [key, day])).toEqual([
    ['look-ups AddressGeocoded 27 18', 'Fri, Nov 27, 2026'],
    ['AddressGeocoded 27 18', null],
    ['MapLoaded 27 17', null],
  ])
})

it('knows the places of the events of each row, which decide what is read again', () => {
  const placesOf = (opened: string[]) =>
    toLogRows(events, { opened: new Set(opened), isFolded: true }).map(({ first, last }) => [first, last])
  expect(placesOf([])).toEqual([
    [0, 0],
    [1, 2],
    [3, 4],
    [5, 5],
    [6, 6],
  ])
  expect(placesOf(['look-ups ParcelLookedUp 28 11']).slice(1, 4)).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
  ])
})

it('folds nothing where look-ups are asked for, and has no days in another order', () => {
  expect(toLogRows(events, { ...folded, isFolded: false }).map(({ key }) => key)).toEqual(
    events.map(({ eventId }) => eventId),
  )
  expect(toPlainRows(events).map(({ day, first }) => [day, first])).toEqual(events.map((_, at) => [null, at]))
  expect(toLogRows([], folded)).toEqual([])
})
