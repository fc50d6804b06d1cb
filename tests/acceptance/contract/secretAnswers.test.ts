import { getNamedType, isObjectType, type GraphQLNamedType } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { answersWithSecret } from '../../../api/domain/operations.ts'
import { makeSchema } from '../../../api/resolvers/all.ts'
import { describeRoutes } from '../../../api/rest/openapi.ts'
import type { Schema } from '../../../api/rest/openapiDocument.ts'
import { features } from '../../../api/routes/all.ts'
import { createServerFixture } from '../../support/serverFixture.ts'

/** Names of fields with a secret, in both spellings. */
const secretName = /^(access_?|session_?|device_?|refresh_?)?token$|^secret$|^recovery_?codes?$/i
/** Names of fields with a link. What has an id is a record, whose URL is no secret. */
const linkName = /^url$|(Url|_url)$/

const hasSecret = (names: string[]): boolean =>
  names.some((name) => secretName.test(name)) || (!names.includes('id') && names.some((name) => linkName.test(name)))

/** Types whose fields only look like secrets. */
const publicTypes: Record<string, string> = {
  MapConfiguration: 'The token of the map is public: browsers get it to draw the map.',
  ForgottenHousehold: 'Its link is a path, which answers only to whoever may see the receipt.',
  InvitationOffer: 'Its link is that of the logo, which everybody may see.',
}

const schema = await makeSchema()
const document = describeRoutes(features)

/** The types of an answer with a secret. */
function secretTypesOf(type: GraphQLNamedType, visited = new Set<GraphQLNamedType>()): string[] {
  if (!isObjectType(type) || visited.has(type) || type.name in publicTypes) return []
  visited.add(type)
  const fields = type.getFields()
  const inner = Object.values(fields).flatMap((field) => secretTypesOf(getNamedType(field.type), visited))
  return [...(hasSecret(Object.keys(fields)) ? [type.name] : []), ...inner]
}

/** The places in a schema of the document with a secret. */
function secretPlacesOf({ $ref, items, anyOf = [], properties = {} }: Schema, visited = new Set<string>()): string[] {
  const name = $ref?.split('/').at(-1)
  if (name && (visited.has(name) || name in publicTypes)) return []
  if (name) return secretPlacesOf(document.components.schemas[name]!, new Set([...visited, name]))
  const own = hasSecret(Object.keys(properties)) ? Object.keys(properties) : []
  const inner = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)]
  return [...own, ...inner.flatMap((part) => secretPlacesOf(part, visited))]
}

describe('an operation whose answer contains a secret', () => {
  it('is listed in api/domain/operations.ts, and no other is', () => {
    const operations = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
      Object.values(root!.getFields()).map((field) => ({
        name: `${root!.name}.${field.name}`,
        isSecret: secretTypesOf(getNamedType(field.type)).length > 0 || linkName.test(field.name),
      })),
    )
    const secret = operations.filter(({ isSecret }) => isSecret).map(({ name }) => name)
    expect(secret).toContain('Mutation.createApiKey')
    expect(secret).toEqual(operations.map(({ name }) => name).filter(answersWithSecret))
  })

  it('names its GraphQL operation in REST, and accepts no Idempotency-Key', () => {
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    )
    const secret = routes.filter(({ operation }) =>
      Object.values(operation.responses).some(({ content = {} }) =>
        Object.values(content).some(({ schema: shape }) => secretPlacesOf(shape).length > 0),
      ),
    )
    const names = secret.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['post /auth/login', 'post /api-keys', 'post /webhooks']))
    expect(names).toEqual(
      routes.filter(({ operation }) => answersWithSecret(operation['x-graphql'])).map(({ name }) => name),
    )
    const accepting = secret.filter(({ operation }) => JSON.stringify(operation.parameters).includes('Idempotency-Key'))
    expect(accepting).toEqual([])
  })
})

describe('the answer of such an operation', async () => {
  const fixture = await createServerFixture()
  afterAll(() => fixture.teardown())
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${fixture.server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${fixture.owner.token}`, ...headers },
      body: JSON.stringify(body),
    })
  const cacheControl = async (response: Promise<Response>) => (await response).headers.get('cache-control')
  const create = 'createApiKey(input: { name: "Sample key", scope: READ, expiresInDays: 1 }) { token }'

  it('is kept out of every cache, on both transports', async () => {
    expect(await cacheControl(post('/api/api-keys', { name: 'x', scope: 'read', expires_in_days: 1 }))).toBe('no-store')
    expect(await cacheControl(post('/api/auth/login', { email: 'nobody@sample.example', password: 'x' }))).toBe(
      'no-store',
    )
    expect(await cacheControl(post('/graphql', { query: `mutation { ${create} }` }))).toBe('no-store')
    const inFragments = `mutation { ...A } fragment A on Mutation { ... { key: ${create} } }`
    expect(await cacheControl(post('/graphql', { query: inFragments }))).toBe('no-store')
  })
})
