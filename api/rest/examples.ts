import { type Fields, toSnakeCase } from '../domain/fields.ts'
import { propertyFields } from '../domain/properties/propertyFields.ts'
import type { Schema } from './openapiDocument.ts'

type Schemas = Record<string, Schema>

/** Returns an example value for a schema. */
export function exampleOf(given: Schema, schemas: Schemas, field = ''): unknown {
  const { schema, nullable } = resolveSchema(given, schemas)
  const explicit = schema.example ?? schema.default ?? schema.const ?? schema.enum?.[0] ?? examplesByField[field]
  if (explicit !== undefined) return explicit
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, schemas, field)
  if (schema.items) return [exampleOf(schema.items, schemas, field)]
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return Object.fromEntries(fields.map(([name, inner]) => [name, exampleOf(inner, schemas, name)]))
  }
  if (nullable) return null
  if (schema.format === 'uuid') return '0198c7a0-0000-7000-8000-000000000001'
  if (schema.format === 'date-time') return '2026-06-01T14:05:00.000Z'
  return examplesByType[String(schema.type)] ?? 'text'
}

const examplesByType: Record<string, unknown> = { object: {}, integer: 1, number: 1, boolean: true }

/** Example values by field name. */
const examplesByField: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries(propertyFields as Fields).map(([name, { example }]) => [toSnakeCase(name), example]),
  ),
  centroid: [-86.1735, 39.7811],
  owner: 'Sample Owner 0142',
  email: 'riley@maple-demo.example',
  full_name: 'Riley Example',
  company_name: 'Maple Demo Roofing',
  time_zone: 'America/Indiana/Indianapolis',
  filename: 'storm-letter.docx',
  phone: '(555) 0100-101',
  by_action: { LeadCreated: 12, DoorKnocked: 80 },
  by_service: { regrid_lookups: { cost: 1.2, count: 12 } },
  tags_breakdown: { storm: 4, shingle: 2 },
  template_data: { priority: 'high' },
}

/** Resolves the reference of a schema and splits off `null`. */
function resolveSchema(given: Schema, schemas: Schemas): { schema: Schema; nullable: boolean } {
  if (given.$ref) return resolveSchema(schemas[given.$ref.split('/').at(-1)!] ?? {}, schemas)
  if (Array.isArray(given.type))
    return { schema: { ...given, type: given.type.find((type) => type !== 'null')! }, nullable: true }
  const choices = given.anyOf?.filter(({ type }) => type !== 'null')
  if (choices?.length === 1) return { ...resolveSchema(choices[0]!, schemas), nullable: true }
  return { schema: given, nullable: false }
}
