import Ajv from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { tenantEventTypes } from '../../events/eventTypes.ts'
import { deliveryBody, deliverySchema, samplePayload } from './deliveryBodies.ts'

const at = new Date('2026-11-18T12:00:00Z')
const stored = { position: 12, eventId: crypto.randomUUID(), occurredAt: at, recordedAt: at, actorId: null }
const ajv = formats(new Ajv())

describe('the body of a delivery', () => {
  it.each(tenantEventTypes)('of %s matches the schema of the type', (type) => {
    const isValid = ajv.compile(deliverySchema(type))
    const body = deliveryBody({ ...stored, type, data: samplePayload(type, at) })
    expect([isValid(JSON.parse(body)), isValid.errors]).toEqual([true, null])
  })

  it('does not match the schema if a value has another type, or is missing', () => {
    const isValid = ajv.compile(deliverySchema('DoorKnocked'))
    const data = samplePayload('DoorKnocked', at)
    const { outcome: _, ...incomplete } = data
    for (const wrong of [{ ...data, outcome: 'danced' }, { ...data, propertyId: 'x' }, incomplete])
      expect(isValid(JSON.parse(deliveryBody({ ...stored, type: 'DoorKnocked', data: wrong })))).toBe(false)
  })

  it('has the version of the data of its type', () => {
    const versionOf = (type: 'LeadDeleted' | 'LeadCreated') =>
      (JSON.parse(deliveryBody({ ...stored, type, data: samplePayload(type, at) })) as { version: number }).version
    expect([versionOf('LeadDeleted'), versionOf('LeadCreated')]).toEqual([2, 1])
  })

  it('of a test with a type is a sample, except for other webhooks, which get the test itself', () => {
    const data = { webhookId: crypto.randomUUID(), change: 'tested', reason: null, testType: 'LeadCreated' }
    expect(JSON.parse(deliveryBody({ ...stored, type: 'LeadCreated', data }))).toMatchObject({
      type: 'LeadCreated',
      test: true,
      data: { lead_id: expect.any(String), priority: 'high' },
    })
    const itself = JSON.parse(deliveryBody({ ...stored, type: 'WebhookChanged', data })) as object
    expect(itself).toMatchObject({ type: 'WebhookChanged', data: { change: 'tested' } })
    expect(itself).not.toHaveProperty('test')
  })
})
