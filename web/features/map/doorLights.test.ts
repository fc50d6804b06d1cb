import { describe, expect, it } from 'vitest'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { startOfDay } from '../../lib/dates.ts'
import type { DoorState, OutboxItem } from '../../session/outbox/outboxItems.ts'
import { showItems } from '../../session/outbox/overlay.ts'
import { doorLight } from './doorLights.ts'
import { lightFeatures, type PropertyMarker } from './markerFeatures.ts'

const ZONE = 'America/Indiana/Indianapolis'
const dayStartAt = (now: string) => startOfDay(new Date(now), ZONE).getTime()

describe('the light of a door', () => {
  it.each([
    ['TALKED', 'talk'],
    ['INTERESTED', 'talk'],
    ['NOT_INTERESTED', 'talk'],
    ['NOBODY_HOME', 'knock'],
    ['COME_BACK', 'knock'],
    ['LEFT_FLYER', 'knock'],
    ['NOT_THE_OWNER', 'knock'],
    ['NO_SOLICITING', 'knock'],
  ] as const)('after %s is that of a %s', (lastOutcome, light) => {
    const lastKnockedAt = '2026-11-18T20:10:00.000Z'
    expect(doorLight({ lastOutcome, lastKnockedAt }, dayStartAt('2026-11-18T21:00:00Z'))).toBe(light)
  })

  it('begins and ends with the day of the time zone', () => {
    // Midnight is at 05:00 in UTC.
    const lightAt = (lastKnockedAt: string, now: string) =>
      doorLight({ lastOutcome: 'TALKED', lastKnockedAt }, dayStartAt(now))
    expect(lightAt('2026-11-18T05:00:00.000Z', '2026-11-18T05:05:00Z')).toBe('talk')
    expect(lightAt('2026-11-18T05:00:00.000Z', '2026-11-19T04:55:00Z')).toBe('talk')
    expect(lightAt('2026-11-18T04:59:59.000Z', '2026-11-18T05:05:00Z')).toBeUndefined()
    expect(lightAt('2026-11-19T04:59:59.000Z', '2026-11-19T05:00:00Z')).toBeUndefined()
  })

  it('is none where nobody has knocked', () => {
    expect(doorLight({ lastOutcome: null, lastKnockedAt: null }, 0)).toBeUndefined()
    expect(doorLight({}, 0)).toBeUndefined()
  })
})

const marker = (id: string, more: Partial<PropertyMarker> = {}): PropertyMarker => ({
  ...{ id, lat: 39.77, lng: -86.16, streetNumber: '1018', status: 'NEW', priority: 'NORMAL' },
  ...more,
})

it('the map gets a point for each lit door, with talks on top', () => {
  const lastKnockedAt = '2026-11-18T20:10:00.000Z'
  const features = lightFeatures(
    [
      marker('dark'),
      marker('talk', { lastOutcome: 'TALKED', lastKnockedAt }),
      marker('knock', { lastOutcome: 'LEFT_FLYER', lastKnockedAt, isTeams: true, lng: -86.161 }),
      marker('yesterday', { lastOutcome: 'TALKED', lastKnockedAt: '2026-11-17T20:10:00.000Z' }),
    ],
    dayStartAt('2026-11-18T21:00:00Z'),
  ).features
  expect(features.map(({ properties, geometry }) => [geometry.coordinates, properties])).toEqual([
    [[-86.16, 39.77], { light: 'talk', order: 1 }],
    [[-86.161, 39.77], { light: 'knock', order: 0 }],
  ])
})

describe('without an answer of the server', () => {
  const before: DoorState = { status: 'NEW', lastOutcome: null, lastKnockedAt: null }
  const now = new Date('2026-11-18T21:00:00Z')
  const item = (seq: number, action: OutboxItem['action']): OutboxItem => ({
    ...{ seq, action, propertyId: 'p', title: '1018 W 12th Demo St', outboxName: 'riley', before },
    ...{ attempts: 0, serverFailures: 0 },
  })
  const knock = (outcome: KnockOutcome) =>
    item(1, { id: 'k', kind: 'KNOCK', occurredAt: '2026-11-18T20:20:00.000Z', knock: { propertyId: 'p', outcome } })
  const lightWith = (...items: OutboxItem[]) => {
    const read = { __typename: 'MapMarker', ...marker('p'), ...before }
    const shown = showItems(read, () => 0, { rep: { id: 'riley', fullName: 'Riley Example' }, items, now })
    return doorLight(shown, startOfDay(now, ZONE).getTime())
  }

  it('a knock lights its door', () => {
    expect(lightWith()).toBeUndefined()
    expect(lightWith(knock('TALKED'))).toBe('talk')
    expect(lightWith(knock('NOBODY_HOME'))).toBe('knock')
  })

  it('undoing it puts the light out', () => {
    const withdrawal = { id: 'w', kind: 'WITHDRAWAL' as const, occurredAt: '2026-11-18T20:21:00.000Z' }
    expect(lightWith(knock('TALKED'), item(2, { ...withdrawal, withdrawal: { knockId: 'k' } }))).toBeUndefined()
  })
})
