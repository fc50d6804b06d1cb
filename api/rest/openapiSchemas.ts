import { z } from 'zod'
import { exampleOf } from './examples.ts'
import type { Content, Schema } from './openapiDocument.ts'

/** The content of a JSON request or response, with an example. */
export function jsonContentOf(shape: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Content {
  const schema = schemaOf(shape, io, schemas)
  return { 'application/json': { schema, example: exampleOf(schema, schemas) } }
}

/** Converts a Zod schema. Named schemas are added to `schemas` and referenced. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(shape, { io, target: 'draft-2020-12' })
  for (const [name, definition] of Object.entries($defs)) {
    const found = withoutNoise(definition)
    if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(found))
      throw new Error(`Two schemas are named ${name}: request and response schemas need different names`)
    schemas[name] = found
  }
  return withoutNoise(schema)
}

/** Removes noise: the pattern next to a format, and the bounds of plain integers. */
function withoutNoise(schema: object): Schema {
  const simplify = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(simplify)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'pattern' && 'format' in value) return []
        if (['minimum', 'maximum'].includes(key) && Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER) return []
        if (key === '$ref' && typeof inner === 'string')
          return [[key, inner.replace('#/$defs/', '#/components/schemas/')]]
        return [[key, simplify(inner)]]
      }),
    )
  }
  return simplify(schema) as Schema
}
