import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument, Operation, Schema } from '../../../api/rest/openapiDocument.ts'
import { rest, type Json } from '../../support/client.ts'
import { createContractFixture, operationsOf, type ContractFixture } from './contractFixture.ts'

let fixture: ContractFixture
beforeAll(async () => {
  fixture = await createContractFixture()
}, 120_000)
afterAll(() => fixture.teardown())

/** Words of the validation library, which say nothing to a person. */
const libraryWords = /invalid input|expected|received|\bNaN\b|undefined|\bnull\b|too (big|small)/i
/** A value of another type than the schema allows. */
const wrongValues = [{ odd: [1] }, [[]], true, 12.5, '\u2603', null]

function propertiesOf(document: OpenApiDocument, operation: Operation): Record<string, Schema> {
  let schema = operation.requestBody?.content['application/json']?.schema
  if (schema?.$ref) schema = document.components.schemas[schema.$ref.split('/').at(-1)!]
  return schema?.properties ?? {}
}

/** Every request with missing and wrong values that the document suggests: the query string, and the body. */
function requestsFor(document: OpenApiDocument, operation: Operation): { query: string; body?: object }[] {
  const fields = Object.keys(propertiesOf(document, operation))
  const bodies = fields.length === 0 ? [undefined] : [{}, ...wrongValues.map((value) => fill(fields, value))]
  const parameters = (operation.parameters ?? []).flatMap((item) =>
    'in' in item && item.in === 'query' ? item.name : [],
  )
  const queries = [
    '',
    ...(parameters.length > 0
      ? ['odd', '-1.5'].map((value) => `?${new URLSearchParams(fill(parameters, value))}`)
      : []),
  ]
  return [...bodies.map((body) => ({ query: '', body })), ...queries.map((query) => ({ query, body: bodies[0] }))]
}

const fill = <T>(names: string[], value: T): Record<string, T> => Object.fromEntries(names.map((name) => [name, value]))

const textsOf = (body: Json): string[] => [body['detail'], ...Object.values(body['errors'] ?? {})].map(String)

/** The sentence without the name of the field, which comes first: `lead_ids: Must be a list.` */
const withoutField = (text: string) => text.replace(/^[\w.]+: /, '')

describe('every route', () => {
  it('describes missing and wrong values in words for people, with a documented status', async () => {
    const faults: string[] = []
    let refused = 0
    for (const { method, path, operation } of operationsOf(fixture.document)) {
      // These end the session of the test.
      if (['logout', 'changePassword'].includes(operation.operationId)) continue
      for (const { query, body } of requestsFor(fixture.document, operation)) {
        const filled = path.replaceAll(/\{\w+\}/g, 'unknown')
        const inTenant = { 'x-tenant-id': fixture.testTenant.tenantId }
        const answer = await rest(
          fixture.server.url,
          fixture.globalAdmin.token,
          method,
          `${filled}${query}`,
          body,
          inTenant,
        )
        if (answer.status < 400) continue
        refused += 1
        const name = `${method} ${filled}${query} ${JSON.stringify(body)}: ${answer.status}`
        if (!operation.responses[String(answer.status)]) faults.push(`${name} is not documented`)
        for (const text of textsOf(answer.body))
          if (libraryWords.test(withoutField(text))) faults.push(`${name} ${text}`)
      }
    }
    expect(faults).toEqual([])
    expect(refused).toBeGreaterThan(150)
  }, 120_000)
})

describe('a missing field', () => {
  it.each([
    ['/auth/login', {}, 'Email is required', { email: 'Email is required', password: 'Password is required' }],
    ['/auth/login', { email: 'a@sample.example' }, 'Password is required', { password: 'Password is required' }],
    ['/auth/login', { email: null, password: 'x' }, 'Email is required', { email: 'Email is required' }],
    ['/auth/register', { email: 'a@sample.example', password: 'a sample' }, 'Full name is required', undefined],
    ['/users', { email: 'a@sample.example', full_name: 'A', password: 'a sample' }, 'Role is required', undefined],
    ['/properties', { address: '1 Sample St', lng: 1 }, 'Latitude is required', undefined],
    ['/properties', { lat: 1, lng: 1 }, 'Address is required', undefined],
    ['/leads', { tag: 'storm', property: { lat: 1, lng: 1 } }, 'Address is required', undefined],
    ['/leads', {}, 'Please select a property type first', undefined],
  ])('of POST %s %j is a 422 that names it', async (path, body, detail, errors) => {
    const inTenant = { 'x-tenant-id': fixture.testTenant.tenantId }
    const answer = await rest(fixture.server.url, fixture.globalAdmin.token, 'POST', path, body, inTenant)
    expect([answer.status, answer.body['detail']]).toEqual([422, detail])
    if (errors) expect(answer.body['errors']).toEqual(errors)
  })

  it('beside a wrong value is a 400 with both', async () => {
    const { status, body } = await rest(fixture.server.url, fixture.owner.token, 'POST', '/properties', {
      address: 5,
      lat: 'x',
    })
    expect([status, body['detail'], body['errors']]).toEqual([
      400,
      'address: Must be text.',
      { lng: 'Longitude is required', address: 'Must be text.', lat: 'Must be a number.' },
    ])
  })
})
