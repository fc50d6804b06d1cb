import { expect, it } from 'vitest'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { describeEvent, nameOfEvent, outcomeOf } from './describeEvent.ts'

const event = (type: string, data: unknown, label: string | null): ActivityRowFragment => ({
  eventId: 'e',
  position: 1,
  tenantId: 't',
  tenantName: null,
  type,
  data,
  occurredAt: '2024-02-06T20:00:00Z',
  recordedAt: '2024-02-06T20:00:01Z',
  realRole: null,
  actingRole: null,
  actor: { id: 'a', fullName: 'Avery Sample' },
  subjectUser: null,
  record: label === null ? null : { kind: 'PROPERTY', id: 'p', label },
  deletedAddress: null,
  apiKey: null,
})
const place = '845 W 16th Demo St, Demo Town, IN'

it('says of a knock what happened and where', () => {
  const knock = event('DoorKnocked', { outcome: 'interested', neighborhood: 'Juniper Sample Park' }, place)
  expect(describeEvent(knock)).toBe('Interested at 845 W 16th Demo St')
  expect(outcomeOf(knock)?.hue).toBe('good')
  expect(describeEvent(event('DoorKnocked', { outcome: 'talked', neighborhood: 'Juniper Sample Park' }, null))).toBe(
    'Door knocked: Talked, in Juniper Sample Park',
  )
})

it('names what other events are about after what they did', () => {
  const lead = event('LeadCreated', { tag: 'storm', neighborhood: 'Juniper Sample Park' }, place)
  expect(describeEvent(lead)).toBe('Lead created: Storm Damage · 845 W 16th Demo St')
  expect(describeEvent(event('LeadStatusChanged', { tag: 'gutter', from: 'new', to: 'contacted' }, place))).toBe(
    'Gutter Cleaning, New → Contacted · 845 W 16th Demo St',
  )
  expect(describeEvent(event('UserSignedIn', {}, null))).toBe('Signed in')
  expect(outcomeOf(lead)).toBeUndefined()
  expect(outcomeOf(event('DoorKnocked', { outcome: 'of a later release' }, place))).toBeUndefined()
})

it('names a change in place of saying that there was one', () => {
  expect(nameOfEvent(event('WebhookChanged', { change: 'created' }, null))).toBe('Webhook created')
  expect(nameOfEvent(event('WebhookChanged', {}, null))).toBe('Webhook changed')
  expect(nameOfEvent(event('LeadCreated', { change: 'created' }, null))).toBe('Lead created')
})
