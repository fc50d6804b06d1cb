import { toSnakeCase } from '../../domain/fields.ts'
import { webhookBody, type DeliveredEvent } from '../../domain/webhooks/webhooks.ts'
import type { EventType } from '../../events/catalog.ts'
import { payloadSchemas, type PayloadSchema } from '../../events/payloadSchemas.ts'
import { schemaVersionOf } from '../../events/versions.ts'

/** The JSON Schema of the body of a delivery, or of a part of it. */
export type BodySchema = Omit<PayloadSchema, 'properties'> & {
  const?: string | number
  properties?: Record<string, BodySchema>
}

/**
 * The body of a delivery with its type, and what the stored event has, whose data have the newest version. The delivery of a test with
 * a type has a sample of that type.
 */
export function deliveryBody(delivery: Omit<DeliveredEvent, 'version'>): string {
  const type = delivery.type as EventType
  const event = { ...delivery, version: schemaVersionOf(type) }
  const isTest = delivery.data['testType'] === type
  return webhookBody(isTest ? { ...event, data: samplePayload(type, delivery.occurredAt), isTest } : event)
}

/** The schema of the bodies that have events of the type. Later releases may add properties. */
export function deliverySchema(type: EventType): BodySchema {
  const { properties = {}, required = [], description } = payloadSchemas[type]
  const names = Object.keys(properties)
  const time: BodySchema = { type: 'string', format: 'date-time' }
  return {
    type: 'object',
    properties: {
      type: { type: 'string', const: type },
      version: { type: 'integer', const: schemaVersionOf(type) },
      timestamp: time,
      test: { type: 'boolean', description: 'True for a test, whose ids are samples; else absent.' },
      data: {
        type: 'object',
        ...(description && {
          description: names.reduce(
            (text, name) => text.replaceAll(`\`${name}\``, `\`${toSnakeCase(name)}\``),
            description,
          ),
        }),
        properties: {
          ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [toSnakeCase(name), schema])),
          position: { type: 'integer' },
          event_id: { type: 'string', format: 'uuid' },
          recorded_at: time,
          actor_id: { type: ['string', 'null'], format: 'uuid' },
        },
        required: [...required.map(toSnakeCase), 'position', 'event_id', 'recorded_at', 'actor_id'],
      },
    },
    required: ['type', 'version', 'timestamp', 'data'],
  }
}

/** Data as an event of the type has them, with sample values. */
export function samplePayload(type: EventType, at: Date): Record<string, unknown> {
  return sampleOf(payloadSchemas[type], at) as Record<string, unknown>
}

function sampleOf({ type, format, enum: values, items, properties }: PayloadSchema, at: Date): unknown {
  if (values) return values[0]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, at)]))
  if (items) return [sampleOf(items, at)]
  if (format === 'uuid') return '0198c7a0-0000-7000-8000-000000000001'
  if (format === 'date-time') return at.toISOString()
  const samples: Record<string, unknown> = { number: 1, boolean: true }
  return samples[[type].flat()[0]!] ?? 'sample'
}
