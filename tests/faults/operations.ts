import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLField } from 'graphql'
import { rest } from '../support/client.ts'
import type { OpenApiDocument, Operation } from '../../api/rest/openapiDocument.ts'

export interface RestOperation {
  method: string
  path: string
  operation: Operation
}

export interface GraphqlOperation {
  kind: 'query' | 'mutation' | 'subscription'
  field: GraphQLField<unknown, unknown>
}

/** Everything that can be called. */
export interface Operations {
  document: OpenApiDocument
  rest: RestOperation[]
  graphql: GraphqlOperation[]
}

/** Reads the operations of a running server from its OpenAPI document, and those of GraphQL from `schema.graphql`. */
export async function readOperations(url: string): Promise<Operations> {
  const document = (await rest(url, null, 'GET', '/openapi.json')).body as OpenApiDocument
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
  const types = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  return {
    document,
    rest: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    ),
    graphql: Object.entries(types).flatMap(([kind, type]) =>
      Object.values(type?.getFields() ?? {}).map((field) => ({ kind: kind as GraphqlOperation['kind'], field })),
    ),
  }
}

/** Whether the operation ends sessions, blocks users or requires something of them first, after which callers get no further. */
export function endsSessions(name: string): boolean {
  return /logout|password|block|archive|(delete|update|approve).?user|users\/\{id\}|end(Other)?Sessions?\b|auth\/sessions|two.?factors|update.?tenant/i.test(
    name,
  )
}
