import { ApolloLink } from '@apollo/client'
import { type FieldNode, Kind, OperationTypeNode, valueFromASTUntyped } from 'graphql'
import { from, NEVER, throwError } from 'rxjs'
import type { Credentials } from '../../lib/apollo.ts'
import { mockDataError } from '../../session/person/mockData.ts'
import { type FieldResolver, createMockResolvers } from './mockResolvers.ts'
import { createMockData } from './mockRoutes.ts'

/** Subscriptions to real changes, which deliver nothing while mock data is on. */
const LIVE_SUBSCRIPTIONS: ReadonlySet<string> = new Set([
  'propertiesChanged',
  'leadsChanged',
  'tenantComparisonChanged',
  'usageChanged',
])

/**
 * The Apollo link while mock data is on. Property and lead lists and the global dashboard's metrics come from the mock
 * routes; mutations are rejected; all other queries go to the server.
 */
export function mockLink(credentials: Credentials): ApolloLink {
  const resolvers = createMockResolvers(createMockData(credentials))
  return new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) return throwError(mockDataError)
    const fields = rootFields(operation)
    if (fields.some(({ name }) => LIVE_SUBSCRIPTIONS.has(name))) return NEVER
    if (!fields.every(({ name }) => name in resolvers)) return forward(operation)
    return from(resolveFields(fields, resolvers))
  })
}

interface Field {
  name: string
  /** The alias, else the name. */
  key: string
  args: Record<string, unknown>
}

function rootFields({ query, variables }: ApolloLink.Operation): Field[] {
  return query.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .flatMap(({ selectionSet }) => selectionSet.selections)
    .filter(
      (selection): selection is FieldNode => selection.kind === Kind.FIELD && selection.name.value !== '__typename',
    )
    .map(({ name, alias, arguments: given = [] }) => ({
      name: name.value,
      key: (alias ?? name).value,
      args: Object.fromEntries(
        given.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value, variables)]),
      ),
    }))
}

async function resolveFields(fields: Field[], resolvers: Record<string, FieldResolver>): Promise<ApolloLink.Result> {
  const data = await Promise.all(
    fields.map(async ({ name, key, args }) => [key, await resolvers[name]?.(args)] as const),
  )
  return { data: Object.fromEntries(data) }
}
