import { describe, expect, it } from 'vitest'
import { maxLengthOf } from '../domain/maxLengths.ts'
import { describeRoutes } from '../rest/openapi.ts'
import type { OpenApiDocument, Schema } from '../rest/openapiDocument.ts'
import { features } from './all.ts'

const document = describeRoutes(features)

/** A text in a request: where it stands, its name, and its schema. */
type FoundText = [place: string, name: string, schema: Schema]

const resolve = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema

/** The texts of a schema that have no fixed values. */
function textsIn(place: string, name: string, given: Schema): FoundText[] {
  const schema = resolve(given)
  const types = [schema.type ?? []].flat()
  return [
    ...(types.includes('string') && !schema.enum && !schema.const && schema.format !== 'binary'
      ? [[place, name, schema] as FoundText]
      : []),
    ...(schema.anyOf ?? []).flatMap((option) => textsIn(place, name, option)),
    ...(schema.items ? textsIn(place, name, schema.items) : []),
    // The values of a record have no names of their own.
    ...(typeof schema.additionalProperties === 'object' ? textsIn(`${place}.*`, '', schema.additionalProperties) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => textsIn(`${place}.${key}`, key, inner)),
  ]
}

function textsOf({ paths }: OpenApiDocument): FoundText[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const place = `${method} ${path}`
      return [
        ...parameters.flatMap((parameter) =>
          'in' in parameter
            ? textsIn(`${place} ${parameter.in} ${parameter.name}`, parameter.name, parameter.schema)
            : [],
        ),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => textsIn(`${place} body`, '', schema)),
      ]
    }),
  )
}

describe('each text that a route accepts, in its path, query, body and form,', () => {
  it('has the limit that is declared for its name', () => {
    const texts = textsOf(document)
    expect(texts.length).toBeGreaterThan(150)
    const others = texts.flatMap(([place, name, { maxLength, format }]) =>
      // The pattern of a UUID or of a day allows one length.
      maxLength === maxLengthOf(name) || ['uuid', 'date'].includes(format ?? '') ? [] : `${place}: ${maxLength}`,
    )
    expect(others).toEqual([])
  })
})
