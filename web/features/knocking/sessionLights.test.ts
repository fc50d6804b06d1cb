import { expect, it } from 'vitest'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { OutboxItem } from '../../session/outbox/outboxItems.ts'
import { sessionLights } from './sessionLights.ts'

let seq = 0
const item = (action: Omit<OutboxItem['action'], 'occurredAt'>, minute: number, rest: Partial<OutboxItem> = {}) => ({
  ...{ seq: (seq += 1), propertyId: 'p', title: '1018 W 12th Demo St', outboxName: 'riley', sessionId: 's' },
  ...{ attempts: 0, serverFailures: 0 },
  ...rest,
  action: { ...action, occurredAt: `2026-11-18T20:${minute}:00.000Z` },
})
const knock = (id: string, outcome: KnockOutcome, minute: number, rest: Partial<OutboxItem> = {}): OutboxItem =>
  item({ id, kind: 'KNOCK', knock: { propertyId: 'p', outcome } }, minute, rest)
const withdrawal = (knockId: string, minute: number, rest: Partial<OutboxItem> = {}): OutboxItem =>
  item({ id: `undo ${knockId}`, kind: 'WITHDRAWAL', withdrawal: { knockId } }, minute, rest)

it('a session has a light for each knock in order, bright for a talk, whether it was sent or waits', () => {
  const items = [
    knock('b', 'INTERESTED', 20, { position: 7 }),
    knock('a', 'NOBODY_HOME', 10, { position: 8 }),
    knock('other session', 'TALKED', 15, { sessionId: 'before' }),
    knock('no session', 'TALKED', 16, { sessionId: undefined }),
    item({ id: 'end', kind: 'SESSION_END', sessionEnd: { sessionId: 's' } }, 40),
    knock('c', 'LEFT_FLYER', 30),
  ]
  expect(sessionLights(items, 's')).toEqual([
    { knockId: 'a', isTalk: false },
    { knockId: 'b', isTalk: true },
    { knockId: 'c', isTalk: false },
  ])
})

it('a knock that was undone or refused has no light, and one whose undo was refused has', () => {
  const refusal = { code: 'CONFLICT', message: 'It cannot be undone.' }
  const items = [
    knock('undone', 'TALKED', 10),
    withdrawal('undone', 11),
    knock('refused', 'TALKED', 12, { refusal }),
    knock('kept', 'TALKED', 14),
    withdrawal('kept', 15, { refusal }),
  ]
  expect(sessionLights(items, 's')).toEqual([{ knockId: 'kept', isTalk: true }])
})
