import { expect, it } from 'vitest'
import { outcomeLabels } from '../../domain/labels.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { lastVisitAt, lastVisitOf } from './lastVisit.ts'

const rep = { __typename: 'UserRef' as const, id: 'riley', fullName: 'Riley Example' }
const knock = (outcome: KnockOutcome, day: number, note: string | null = null) => ({
  ...{ outcomeId: null, outcomeName: outcomeLabels[outcome] },
  ...{ __typename: 'Knock' as const, eventId: `${day}`, outcome, occurredAt: `2026-11-${day}T20:00:00Z`, note, rep },
  ...{ photoIds: [], distanceMeters: null, comeBackAt: null, flags: [] },
})

it('the last visit counts how often the same came of it in a row', () => {
  const knocks = [
    knock('TALKED', 11),
    knock('NOBODY_HOME', 14, 'dog'),
    knock('NOBODY_HOME', 13),
    knock('COME_BACK', 12),
  ]
  expect(lastVisitOf(knocks)).toEqual({
    ...{ outcomeName: 'Nobody home', ownId: null },
    ...{ outcome: 'NOBODY_HOME', occurredAt: '2026-11-14T20:00:00Z', streak: 2, rep, note: 'dog', comeBackAt: null },
  })
  const own = { ...knock('NOBODY_HOME', 15), outcomeId: 'own', outcomeName: 'Gate locked' }
  expect(lastVisitOf([...knocks, own])).toMatchObject({ outcomeName: 'Gate locked', ownId: 'own', streak: 1 })
  expect(lastVisitOf(knocks.slice(1, 3))?.streak).toBe(2)
  expect(lastVisitOf(knocks.slice(0, 1))?.streak).toBe(1)
})

it('a property without knocks had no visit', () => {
  expect(lastVisitOf([])).toBeUndefined()
})

it('the last visit of a property is told by its knocks, and by the marker where those are unknown or only the own ones', () => {
  const marker = { lastOutcome: 'TALKED', lastKnockedAt: '2026-11-15T20:00:00Z' } as const
  const toldByMarker = {
    ...{ outcomeName: 'Talked', ownId: null },
    ...{ outcome: 'TALKED', occurredAt: '2026-11-15T20:00:00Z', streak: 1, rep: null, note: null, comeBackAt: null },
  }
  expect(lastVisitAt({ ...marker, knocks: [knock('NOBODY_HOME', 13)] })?.outcome).toBe('NOBODY_HOME')
  expect(lastVisitAt({ ...marker, knocks: [] })).toBeUndefined()
  expect(lastVisitAt(marker)).toEqual(toldByMarker)
  expect(lastVisitAt({ ...marker, knocks: [knock('NOBODY_HOME', 13)], limited: true })).toEqual(toldByMarker)
  expect(lastVisitAt({ limited: true })).toBeUndefined()
})
