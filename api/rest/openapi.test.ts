import { describe, expect, it } from 'vitest'
import { createValidator } from '../../tests/acceptance/contract/schemaValidation.ts'
import { tenantEventTypes } from '../events/eventTypes.ts'
import { features } from '../routes/all.ts'
import { describeRoutes } from './openapi.ts'
import type { Parameter, Schema } from './openapiDocument.ts'

const document = describeRoutes(features)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
)
const parameters = operations.flatMap(({ name: operation, parameters: given = [] }) =>
  given.flatMap((one) => ('in' in one ? [{ operation, ...one }] : [])),
) as (Parameter & { operation: string })[]

/** Every schema within a part of the document, with its path. */
function schemasIn(part: unknown, place = ''): { place: string; schema: Schema }[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.entries(part).flatMap(([key, value]) =>
    key === 'example' ? [] : schemasIn(value, `${place}/${key}`),
  )
  return [{ place, schema: part as Schema }, ...inner]
}

describe('the OpenAPI document', () => {
  it('has each enum that occurs more than once as a component', () => {
    const inline = schemasIn(document).filter(
      ({ place, schema }) => Array.isArray(schema.enum) && !/^\/components\/schemas\/\w+$/.test(place),
    )
    const byValues = Map.groupBy(inline, ({ schema }) =>
      schema.enum!.toSorted((a, b) => String(a).localeCompare(String(b))).join(),
    )
    const repeated = [...byValues].filter(([, found]) => found.length > 1)
    expect(repeated.map(([values, found]) => [values, ...found.map(({ place }) => place)])).toEqual([
      // Forms have no booleans.
      [
        'false,true',
        '/paths//do-not-knock/registries/post/requestBody/content/multipart/form-data/schema/properties/dry_run',
        '/paths//templates/upload/post/requestBody/content/multipart/form-data/schema/properties/replace',
        '/paths//imports/post/requestBody/content/multipart/form-data/schema/properties/dry_run',
        '/paths//imports/post/requestBody/content/multipart/form-data/schema/properties/count_visits',
      ],
    ])
    expect(document.components.schemas['KnockOutcome']!.enum).toContain('nobody_home')
  })

  it('has the booleans of queries as booleans, and ids as UUIDs', () => {
    const byName = (name: string) => parameters.filter((one) => one.name === name)
    expect(byName('unassigned')[0]!.schema).toEqual({ type: 'boolean' })
    const texts = parameters.filter(({ schema }) => schema.enum?.includes('true'))
    expect(texts).toEqual([])
    const ids = parameters.filter(({ name, in: place }) => /(^|_)id$/.test(name) && place !== 'header')
    expect(ids.length).toBeGreaterThan(50)
    const others = ids.filter(({ schema }) => schema.format !== 'uuid').map(({ operation, name }) => [operation, name])
    expect(others).toEqual([['get /regrid/details/{id}', 'id']])
  })

  it('names what the server demands', () => {
    const address = parameters.find(({ operation, name }) => operation === 'get /regrid/search' && name === 'address')
    expect(address!.required).toBe(true)
    const form = (path: string) => document.paths[path]!['post']!.requestBody!.content['multipart/form-data']!.schema
    expect([form('/imports').required, form('/imports/preview').required]).toEqual([
      ['file', 'list'],
      ['file', 'list'],
    ])
  })

  it('has no schema that generators cannot name', () => {
    // Generators name the body of the operation batchPrint so.
    expect(Object.keys(document.components.schemas)).not.toContain('BatchPrint')
    // The types that orval and @hey-api/openapi-ts make of an operation, in files that a disk may not tell apart by case.
    const generated = new Set(
      operations.flatMap(({ operationId }) =>
        ['Body', 'Params', 'Result', 'Data', 'Response', 'Responses', 'Error', 'Errors'].map((suffix) =>
          `${operationId}${suffix}`.toLowerCase(),
        ),
      ),
    )
    expect(Object.keys(document.components.schemas).filter((name) => generated.has(name.toLowerCase()))).toEqual([])
    const constantAndOpen = Object.entries(document.components.schemas).filter(
      ([, { properties = {}, additionalProperties }]) =>
        typeof additionalProperties === 'object' && Object.values(properties).some((one) => one.const !== undefined),
    )
    expect(constantAndOpen).toEqual([])
  })

  it('has every event type that a webhook can choose, with an example of its body', () => {
    expect(Object.keys(document.webhooks)).toEqual(tenantEventTypes)
    const faultsAt = createValidator(document)
    const faults = Object.entries(document.webhooks).flatMap(([type, { post }]) => {
      const place = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema']
      return faultsAt(place, post.requestBody!.content['application/json']!.example).map((fault) => `${type}: ${fault}`)
    })
    expect(faults).toEqual([])
    expect(document.webhooks['LeadDeleted']!.post.summary).toBe('Receive LeadDeleted, version 2')
  })
})
