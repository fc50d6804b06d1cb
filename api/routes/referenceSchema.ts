import type { Json } from './openapi.ts'

/** A field as the reference lists it. */
export interface FieldRow {
  /** How many objects it is inside of. */
  depth: number
  name: string
  type: string
  required: boolean
  description: string
}

type Schemas = Record<string, Json>

/** What a schema says once its pointer is followed and `null` is set apart. */
interface Seen {
  schema: Json
  nullable: boolean
  /** The name of the shape, where it has one. */
  name: string | null
}

const deepest = 4

/** The fields of a schema, each followed by those inside it. */
export function fieldsOf(given: Json, schemas: Schemas, depth = 0): FieldRow[] {
  const { schema } = see(given, schemas)
  if (schema['type'] === 'array') return fieldsOf(schema['items'] as Json, schemas, depth)
  const required = (schema['required'] as string[] | undefined) ?? []
  return Object.entries((schema['properties'] as Schemas | undefined) ?? {}).flatMap(([name, field]) => {
    const inside = depth < deepest ? fieldsOf(field, schemas, depth + 1) : []
    const description = String(field['description'] ?? '')
    return [{ depth, name, type: typeOf(field, schemas), required: required.includes(name), description }, ...inside]
  })
}

/** 'array of Lead', 'one of normal, high', 'string (uuid) or null'. */
export function typeOf(given: Json, schemas: Schemas): string {
  const { schema, nullable, name } = see(given, schemas)
  return plainTypeOf(schema, name, schemas) + (nullable ? ' or null' : '')
}

function plainTypeOf(schema: Json, name: string | null, schemas: Schemas): string {
  if (schema['const'] !== undefined) return `always ${String(schema['const'])}`
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map((one) => typeOf(one as Json, schemas)).join(' or ')
  if (schema['type'] === 'array') return `array of ${typeOf(schema['items'] as Json, schemas)}`
  if (name) return name
  const values = schema['additionalProperties']
  if (typeof values === 'object' && values !== null && Object.keys(values).length > 0 && !schema['properties'])
    return `object of ${typeOf(values as Json, schemas)}`
  const format = schema['format'] ? ` (${String(schema['format'])})` : ''
  return `${String(schema['type'] ?? 'anything')}${format}`
}

/** Something of the shape, as one would meet it. */
export function sampleOf(given: Json, schemas: Schemas, field = ''): unknown {
  const { schema, nullable } = see(given, schemas)
  if (schema['example'] !== undefined) return schema['example']
  if (schema['default'] !== undefined) return schema['default']
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (Array.isArray(schema['anyOf'])) return sampleOf(schema['anyOf'][0] as Json, schemas, field)
  if (field in words) return words[field]
  if (schema['type'] === 'array') return [sampleOf(schema['items'] as Json, schemas, field)]
  if (schema['properties']) {
    const fields = Object.entries(schema['properties'] as Schemas)
    return Object.fromEntries(fields.map(([name, inner]) => [name, sampleOf(inner, schemas, name)]))
  }
  if (nullable) return null
  if (schema['type'] === 'object') return {}
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 1
  if (schema['type'] === 'boolean') return true
  if (schema['format'] === 'uuid') return '0198c7a0-0000-7000-8000-000000000001'
  return schema['format'] === 'date-time' ? '2026-06-01T14:05:00.000Z' : 'text'
}

/** What fields of these names hold in examples. */
const words: Record<string, unknown> = {
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

function see(given: Json, schemas: Schemas): Seen {
  const pointer = given['$ref']
  if (typeof pointer === 'string') {
    const name = pointer.split('/').at(-1)!
    return { ...see(schemas[name] ?? {}, schemas), name }
  }
  if (Array.isArray(given['type'])) {
    const [type] = (given['type'] as string[]).filter((one) => one !== 'null')
    return { schema: { ...given, type }, nullable: true, name: null }
  }
  const choices = (given['anyOf'] as Json[] | undefined)?.filter((one) => one['type'] !== 'null')
  if (choices?.length === 1) return { ...see(choices[0]!, schemas), nullable: true }
  return { schema: given, nullable: false, name: null }
}
