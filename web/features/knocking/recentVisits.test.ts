import { expect, it } from 'vitest'
import { temporaryId } from '../../domain/draftOf.ts'
import type { OutboxAction, OutboxItem } from '../../session/outbox/outboxItems.ts'
import { recentVisits } from './recentVisits.ts'

const now = Date.parse('2026-12-01T20:00:00Z')
let seq = 0
const itemOf = (
  propertyId: string,
  hour: number,
  action: Pick<OutboxAction, 'kind'> & Partial<OutboxAction>,
  title = 'Sample St',
): OutboxItem => ({
  ...{ propertyId, title, outboxName: 'riley', attempts: 1, serverFailures: 0, seq: (seq += 1) },
  action: { id: `knock at ${propertyId}`, occurredAt: `2026-12-01T${hour}:30:00Z`, ...action },
})
const knockAt = (propertyId: string, hour: number) => itemOf(propertyId, hour, { kind: 'KNOCK' })

it('the doors of the last hours are remembered once, without those whose knock was undone', () => {
  const items = [
    knockAt('in the morning', 12),
    knockAt('first', 17),
    knockAt('undone', 18),
    itemOf('undone', 18, { id: 'withdrawal', kind: 'WITHDRAWAL', withdrawal: { knockId: 'knock at undone' } }),
    itemOf('noted', 18, { id: 'note', kind: 'NOTE' }),
    knockAt('second', 19),
    { ...knockAt('first', 19), action: { ...knockAt('first', 19).action, id: 'again' } },
  ]
  expect(recentVisits(items, now).ids).toEqual(['first', 'second'])
})

it('a house that was saved with its knock is remembered as it was before, because a route may have it like that', () => {
  const [lat, lng] = [39.77, -86.16]
  const property = { id: 'saved', address: '12 Sample St Apt 2', lat, lng } as NonNullable<OutboxAction['property']>
  const save = itemOf('saved', 19, { id: 'saved', kind: 'PROPERTY', property })
  const other = { ...save, action: { ...save.action, property: { ...property, id: 'not knocked', lat: 1 } } }
  expect(recentVisits([save, knockAt('saved', 19), other], now).ids).toEqual([temporaryId(property), 'saved'])
})

it.each([
  [['1031 W 10th Demo St, Demo Town', '1027 W 10th Demo St'], 'DESCENDING'],
  [['1040 Oak St', '1031 W 10th Demo St', '1035 w 10th demo st'], 'ASCENDING'],
  [['1031 W 10th Demo St', '1034 W 10th Demo St'], undefined],
  [['1031 W 10th Demo St', '1027 Oak St'], undefined],
  [['No number, Oak St', 'No number, Oak St'], undefined],
  [['1031 Oak St'], undefined],
  [[], undefined],
])('after %j the walk goes on %s', (titles, direction) => {
  const items = titles.map((title, at) => itemOf(`at ${at}`, 19, { id: `knock ${at}`, kind: 'KNOCK' }, title))
  expect(recentVisits(items, now).direction).toBe(direction)
})
