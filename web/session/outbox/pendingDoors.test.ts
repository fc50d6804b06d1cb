import { describe, expect, it } from 'vitest'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { DoorState, OutboxAction, OutboxItem } from './outboxItems.ts'
import { pendingDoors, pendingProperties, unsentDoors, withPendingKnocks, withPendingState } from './pendingDoors.ts'

const at = (minute: number) => `2026-11-18T20:${minute}:00.000Z`
const fresh: DoorState = { status: 'NEW', lastOutcome: null, lastKnockedAt: null }
const flyer: DoorState = { status: 'NEW', lastOutcome: 'LEFT_FLYER', lastKnockedAt: at(10) }

function itemOf(action: Omit<OutboxAction, 'occurredAt'> & { occurredAt?: string }, rest: Partial<OutboxItem> = {}) {
  const about = { title: '1018 W 12th Demo St', outboxName: 'riley', attempts: 0, serverFailures: 0, seq: 1 }
  return { ...about, propertyId: 'house', ...rest, action: { occurredAt: at(20), ...action } }
}

const knockOf = (id: string, outcome: KnockOutcome, minute: number, rest: Partial<OutboxItem> = {}, note?: string) =>
  itemOf({ id, kind: 'KNOCK', occurredAt: at(minute), knock: { propertyId: 'house', outcome, note } }, rest)
const withdrawalOf = (knockId: string, rest: Partial<OutboxItem> = {}) =>
  itemOf({ id: `withdrawal of ${knockId}`, kind: 'WITHDRAWAL', withdrawal: { knockId } }, rest)

describe('what waits for a door', () => {
  const doorOf = (...items: OutboxItem[]) => pendingDoors(items).get('house')

  it('is every knock with its note and photo, and shows the last one', () => {
    const photo = new Blob(['x'])
    const door = doorOf(
      knockOf('first', 'TALKED', 20, { before: fresh }, 'wants a price'),
      knockOf('second', 'NOBODY_HOME', 25, { photo }),
    )
    const own = { photoId: null, distanceMeters: null }
    expect(door).toEqual({
      knocks: [
        { ...own, eventId: 'first', outcome: 'TALKED', occurredAt: at(20), note: 'wants a price', photo: undefined },
        { ...own, eventId: 'second', outcome: 'NOBODY_HOME', occurredAt: at(25), note: null, photo },
      ],
      withdrawn: new Set(),
      state: { status: 'CONTACTED', lastOutcome: 'NOBODY_HOME', lastKnockedAt: at(25) },
    })
  })

  it('keeps the status that the door had at a knock that does not change it', () => {
    const before: DoorState = { ...flyer, status: 'NOT_INTERESTED' }
    expect(doorOf(knockOf('k', 'NOBODY_HOME', 20, { before }))?.state?.status).toBe('NOT_INTERESTED')
    expect(doorOf(knockOf('k', 'NOBODY_HOME', 20))?.state?.status).toBe('NEW')
  })

  it('is what was there before, after a knock was withdrawn', () => {
    const door = doorOf(
      knockOf('a', 'TALKED', 20, { before: flyer }),
      knockOf('b', 'INTERESTED', 25, { before: fresh }),
      withdrawalOf('b', { before: { status: 'CONTACTED', lastOutcome: 'TALKED', lastKnockedAt: at(20) } }),
    )
    expect(door?.knocks.map(({ eventId }) => eventId)).toEqual(['a'])
    expect(door?.withdrawn).toEqual(new Set(['b']))
    expect(door?.state).toEqual({ status: 'CONTACTED', lastOutcome: 'TALKED', lastKnockedAt: at(20) })
  })

  it('stays the last knock when an older one is withdrawn, whose time before is not known', () => {
    expect(doorOf(knockOf('b', 'INTERESTED', 25), withdrawalOf('older'))?.state?.lastOutcome).toBe('INTERESTED')
    expect(doorOf(withdrawalOf('older'))).toEqual({ knocks: [], withdrawn: new Set(['older']), state: undefined })
  })

  it('is nothing for other work at the door, and for sessions', () => {
    const note = itemOf({ id: 'n', kind: 'NOTE', note: { propertyId: 'house', text: 'Call first' } })
    const session = itemOf({ id: 's', kind: 'SESSION_START' }, { propertyId: undefined })
    expect(pendingDoors([note, session]).size).toBe(0)
  })

  it('is kept apart by door', () => {
    const doors = pendingDoors([knockOf('a', 'TALKED', 20), knockOf('b', 'NOBODY_HOME', 25, { propertyId: 'next' })])
    expect([...doors].map(([id, { knocks }]) => [id, knocks.length])).toEqual([
      ['house', 1],
      ['next', 1],
    ])
  })
})

describe('a marker', () => {
  const shown = (server: Partial<DoorState>, ...items: OutboxItem[]) =>
    withPendingState({ id: 'house', ...fresh, ...server }, pendingDoors(items))
  const mine: DoorState = { status: 'INTERESTED', lastOutcome: 'INTERESTED', lastKnockedAt: at(20) }
  const knock = knockOf('k', 'INTERESTED', 20, { before: fresh })

  it.each([
    ['was never knocked', null],
    ['was knocked before', at(10)],
    ['was knocked in the same moment', at(20)],
  ])('shows a knock that was not sent where the door %s', (_, lastKnockedAt) => {
    expect(shown({ lastKnockedAt, lastOutcome: 'NO_SOLICITING' }, knock)).toEqual({ id: 'house', ...mine })
  })

  it('shows a later knock by somebody else', () => {
    const theirs: DoorState = { status: 'CONTACTED', lastOutcome: 'TALKED', lastKnockedAt: at(30) }
    expect(shown(theirs, knock)).toEqual({ id: 'house', ...theirs })
  })

  it('shows what was there before a knock that was sent and withdrawn', () => {
    expect(shown(mine, withdrawalOf('k', { before: flyer }))).toEqual({ id: 'house', ...flyer })
  })

  it('stays where nothing is known of the time before, and where nothing waits', () => {
    expect(shown(mine, withdrawalOf('older'))).toEqual({ id: 'house', ...mine })
    expect(shown(mine)).toEqual({ id: 'house', ...mine })
  })
})

describe('the knocks of a door', () => {
  const rep = { id: 'riley', fullName: 'Riley Example' }
  const sent = (eventId: string) => ({
    ...{ eventId, outcome: 'TALKED' as const, occurredAt: at(10), note: null, photoId: null },
    ...{ distanceMeters: 12, rep: { id: 'avery', fullName: 'Avery Example' } },
  })
  const shown = (...items: OutboxItem[]) =>
    withPendingKnocks([sent('a'), sent('b')], pendingDoors(items).get('house'), rep)

  it('begin with those that were not sent, by the rep of this device', () => {
    const knocks = shown(knockOf('k', 'NOBODY_HOME', 20))
    expect(knocks.map(({ eventId }) => eventId)).toEqual(['k', 'a', 'b'])
    expect(knocks[0]).toMatchObject({ outcome: 'NOBODY_HOME', rep })
    expect(knocks[1]).toEqual(sent('a'))
  })

  it('contain a knock once that the server has while it still waits here', () => {
    expect(shown(knockOf('a', 'TALKED', 10))).toEqual([sent('a'), sent('b')])
  })

  it('leave out those that were withdrawn', () => {
    expect(shown(withdrawalOf('a'))).toEqual([sent('b')])
  })

  it('are those of the server where nothing waits', () => {
    expect(shown()).toEqual([sent('a'), sent('b')])
  })
})

it('properties wait by themselves or with a lead', () => {
  const place = { address: '1024 W 12th Demo St', lat: 39.77, lng: -86.16 }
  const [alone, withLead] = [
    { id: 'p', ...place },
    { id: 'q', ...place },
  ]
  const items = [
    itemOf({ id: 'p', kind: 'PROPERTY', property: alone }),
    itemOf({ id: 'l', kind: 'LEAD', lead: { newProperty: withLead, tag: 'GUTTER' } }),
    itemOf({ id: 'm', kind: 'LEAD', lead: { propertyId: 'house', tag: 'GUTTER' } }),
    knockOf('k', 'TALKED', 20),
  ]
  expect(pendingProperties(items)).toEqual([
    { id: 'p', property: alone },
    { id: 'q', property: withLead },
  ])
})

it('a session counts its knocks that were not sent, less those withdrawn', () => {
  const inSession = { sessionId: 's' }
  const items = [
    knockOf('a', 'TALKED', 20, inSession),
    knockOf('b', 'TALKED', 21, inSession),
    knockOf('c', 'TALKED', 22, inSession),
    withdrawalOf('c', inSession),
    itemOf({ id: 'n', kind: 'NOTE', note: { propertyId: 'house', text: 'Call first' } }, inSession),
    knockOf('other', 'TALKED', 23, { sessionId: 'another' }),
    knockOf('without', 'TALKED', 24),
  ]
  expect(unsentDoors(items, 's')).toBe(2)
  expect(unsentDoors([withdrawalOf('sent', inSession)], 's')).toBe(-1)
})
