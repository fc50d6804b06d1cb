import type { Schema } from './openapiDocument.ts'

/** A field as the reference lists it. */
export interface FieldRow {
  /** How many objects it is inside of. */
  depth: number
  name: string
  type: string
  required: boolean
  description: string
}

type Schemas = Record<string, Schema>

/** A schema with its reference resolved and `null` split off. */
interface ResolvedSchema {
  schema: Schema
  nullable: boolean
  /** The name of the shape, where it has one. */
  name: string | null
}

const deepest = 4

/** The fields of a schema, each followed by those inside it. */
export function fieldsOf(given: Schema, schemas: Schemas, depth = 0): FieldRow[] {
  const { schema } = resolveSchema(given, schemas)
  if (schema.items) return fieldsOf(schema.items, schemas, depth)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inside = depth < deepest ? fieldsOf(field, schemas, depth + 1) : []
    const required = schema.required?.includes(name) ?? false
    return [{ depth, name, type: typeOf(field, schemas), required, description: field.description ?? '' }, ...inside]
  })
}

/** 'array of Lead', 'one of normal, high', 'string (uuid) or null'. */
export function typeOf(given: Schema, schemas: Schemas): string {
  const { schema, nullable, name } = resolveSchema(given, schemas)
  return plainTypeOf(schema, name, schemas) + (nullable ? ' or null' : '')
}

function plainTypeOf(schema: Schema, name: string | null, schemas: Schemas): string {
  const { additionalProperties: values, type = 'anything', format } = schema
  if (schema.const !== undefined) return `always ${schema.const}`
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, schemas)).join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items, schemas)}`
  if (name) return name
  if (typeof values === 'object' && Object.keys(values).length > 0 && !schema.properties)
    return `object of ${typeOf(values, schemas)}`
  return format ? `${[type].flat().join(' or ')} (${format})` : [type].flat().join(' or ')
}

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
  address: '1018 W 12th Demo St',
  street_number: '1018',
  street_name: 'W 12th Demo St',
  city: 'Demo City',
  state: 'IN',
  zip_code: '46202',
  lat: 39.7811,
  lng: -86.1735,
  centroid: [-86.1735, 39.7811],
  owner_name: 'Sample Owner 0142',
  owner: 'Sample Owner 0142',
  email: 'riley@maple-demo.example',
  full_name: 'Riley Example',
  company_name: 'Maple Demo Roofing',
  time_zone: 'America/Indiana/Indianapolis',
  filename: 'storm-letter.docx',
  notes: 'Ring twice.',
  phone: '(555) 0100-101',
  by_action: { LeadCreated: 12, DoorKnocked: 80 },
  by_service: { regrid_lookups: { cost: 1.2, count: 12 } },
  tags_breakdown: { storm: 4, shingle: 2 },
  template_data: { priority: 'high' },
}

function resolveSchema(given: Schema, schemas: Schemas): ResolvedSchema {
  if (given.$ref) {
    const name = given.$ref.split('/').at(-1)!
    return { ...resolveSchema(schemas[name] ?? {}, schemas), name }
  }
  if (Array.isArray(given.type)) {
    const [type] = given.type.filter((one) => one !== 'null')
    return { schema: { ...given, type: type! }, nullable: true, name: null }
  }
  const choices = given.anyOf?.filter((one) => one.type !== 'null')
  if (choices?.length === 1) return { ...resolveSchema(choices[0]!, schemas), nullable: true }
  return { schema: given, nullable: false, name: null }
}
