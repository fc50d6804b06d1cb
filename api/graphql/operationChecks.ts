import type { ApolloServerPlugin } from '@apollo/server'
import {
  BREAK,
  Kind,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { Malformed, Unauthenticated } from '../domain/errors.ts'
import { assertCanWrite } from '../domain/permissions.ts'
import { checkStorable } from '../domain/storable.ts'
import type { VariableValues } from './cost.ts'
import { toGraphqlError } from './errors.ts'
import { assertCost } from './limits.ts'
import type { ResolverContext } from './resolverContext.ts'
import { assertTextLimits } from './textLimits.ts'

interface CheckedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: VariableValues | undefined
  ctx: Context
}

/**
 * Throws a `GraphQLError` for an operation that this caller may not execute, before any resolver runs: one over the cost
 * limit, with too long texts in its variables, with variables that cannot be stored, introspection by anonymous callers, or a mutation by a read-only API key. The
 * document must be valid.
 */
export function assertOperationAllowed(schema: GraphQLSchema, checked: CheckedOperation): void {
  const { document, operation, variables, ctx } = checked
  assertTextLimits(document, variables)
  assertCost(schema, document, operation, variables)
  try {
    if (!ctx.actor && selectsIntrospection(document)) throw new Unauthenticated('Sign in to read the schema.')
    if (operation.operation === OperationTypeNode.MUTATION) assertCanWrite(ctx.actor)
    if (!isSync(operation)) checkStorable(variables)
  } catch (error) {
    throw toGraphqlError(error, () => undefined)
  }
}

/** Apollo plugin that checks operations over HTTP. Subscriptions are refused there: their results are sent on a WebSocket. */
export function checkOperations(schema: GraphQLSchema): ApolloServerPlugin<ResolverContext> {
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ document, operation, contextValue: { ctx }, request: { variables } }) {
        if (!operation) return
        if (operation.operation === OperationTypeNode.SUBSCRIPTION)
          throw toGraphqlError(subscriptionOverHttp, () => undefined)
        assertOperationAllowed(schema, { document, operation, variables, ctx })
      },
    }),
  }
}

const subscriptionOverHttp = new Malformed('Subscriptions need a WebSocket: connect to /graphql with graphql-ws.')

/** `sync` checks each of its actions itself, so that one cannot hold up the others. */
function isSync({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.every((field) => field.kind === Kind.FIELD && field.name.value === 'sync')
}

/** Whether the document selects introspection fields, including in fragments. */
function selectsIntrospection(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Field({ name }) {
      if (name.value !== '__schema' && name.value !== '__type') return undefined
      found = true
      return BREAK
    },
  })
  return found
}
